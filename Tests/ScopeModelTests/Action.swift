import ElmEngine

/// The place of a child.
enum Place: Hashable, Sendable {
  case lodger
  case guest
  case row(Int)
  case table(Int)
  case route
}

/// A child: one of a place that another may take has an id.
enum Key: Hashable, Sendable {
  case lodger
  case guest(Int)
  case row(Int)
  case table(Int)
  case route(Int)

  var place: Place {
    switch self {
    case .lodger: .lodger
    case .guest: .guest
    case .row(let id): .row(id)
    case .table(let id): .table(id)
    case .route: .route
    }
  }
}

/// A change of a state's children.
enum Edit: Sendable {
  /// A new child, or another value for the one that is there.
  case put(Key, Int)
  case remove(Place)
  case move(Int, Int)
  case clear
  /// Takes all out and puts them back.
  case putBack
  /// An equal object in the place of the one that the state has, or that a child in it has.
  case stamp(Place?, Int)
}

/// An action of any of the states: for itself, or for a child.
indirect enum NodeAction: Sendable, CustomStringConvertible {
  case own(Body)
  case child(Place, NodeAction)

  init(_ body: Body, to places: some Sequence<Place>) {
    self = places.reversed().reduce(.own(body)) { .child($1, $0) }
  }

  var body: Body {
    switch self {
    case .own(let body): body
    case .child(_, let action): action.body
    }
  }

  var description: String { "\(body.number)" }
}

/// The work of a reducer for an action.
struct Body: Sendable {
  enum History: Sendable {
    case ignore, record, recordInGroup, undo, redo, clear
  }

  enum Cancel: Sendable {
    case name(String)
    case all
    /// Those of a child.
    case child(Key)
  }

  let number: Int
  /// The id that the child gives itself, one that another may take the place of.
  var newID: Int?
  var history = History.ignore
  var keepsEffects = false
  var edits: [Edit] = []
  /// The edits that the parent makes as it sees the action.
  var parentEdits: [Edit] = []
  var cancel: Cancel?
  var launches: [Launch] = []

  /// The longest pause between the steps of a group.
  static let pause = Duration.milliseconds(10)

  var rule: HistoryRule {
    let rule: HistoryRule =
      switch history {
      case .ignore: .ignore
      case .record: .record
      case .recordInGroup: .record(group: "group", within: Self.pause)
      case .undo: .undo
      case .redo: .redo
      case .clear: .clear
      }
    return keepsEffects ? rule.keepingEffects() : rule
  }

  func effect(_ cues: Cues) -> Effect<NodeAction> {
    let program = program(cues)
    return program.isNone ? .none : .program(program)
  }

  func program(_ cues: Cues) -> EffectProgram<NodeAction> {
    var members: [EffectProgram<NodeAction>] = []
    switch cancel {
    case .name(let name): members.append(.cancel(.id(name)))
    case .all: members.append(.cancel(.all))
    case .child(let key): members.append(.cancel(.scope(key.scope)))
    case nil: break
    }
    members += launches.map { $0.program(cues) }
    return members.isEmpty ? .none : .merge(members)
  }
}

extension Key {
  /// The scope of its effects in its parent.
  var scope: EffectScope {
    switch self {
    case .lodger: EffectScope("lodger")
    case .guest(let id): EffectScope("guest").appending(id)
    case .row(let id): EffectScope("rows").appending(id)
    case .table(let id): EffectScope("table").appending(id)
    case .route(let id): EffectScope("route").appending(id)
    }
  }
}

/// An effect of an action: it follows cues, or waits for a time and sends an action.
indirect enum Launch: Sendable {
  case cued(number: Int, name: String?, isConcurrent: Bool)
  case delayed(number: Int, name: String?, milliseconds: Int, Body)

  var number: Int {
    switch self {
    case .cued(let number, _, _), .delayed(let number, _, _, _): number
    }
  }

  var name: String? {
    switch self {
    case .cued(_, let name, _), .delayed(_, let name, _, _): name
    }
  }

  func program(_ cues: Cues) -> EffectProgram<NodeAction> {
    switch self {
    case .cued(let number, let name, let isConcurrent):
      .run(EffectOptions(id: name.map { EffectID($0) }, policy: isConcurrent ? .concurrent : nil)) { send in
        await cues.perform(number) { send(.own($0)) }
      }
    case .delayed(_, let name, let milliseconds, let body):
      .task(EffectOptions(id: name.map { EffectID($0) })) { .own(body) }.delay(for: .milliseconds(milliseconds))
    }
  }
}

/// The way in which a scope is made.
enum Look: Sendable {
  case plain
  /// Without the id of the lift.
  case withoutID
  /// With a comparison that sees the log alone.
  case compared
  /// By `scopes`, where that can be.
  case amongAll
}
