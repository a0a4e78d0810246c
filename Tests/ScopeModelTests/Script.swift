import _StoreTestSupport

/// Random moves, all of which come from a seed.
struct Script: Sendable {
  let seed: Int
  let root: Root
  /// Whether a child on an engine of its own sends an action whenever its part changes; otherwise subscribers react.
  let answers: Bool
  var moves: [Turn]

  struct Turn: Sendable {
    let move: Move
    let settles: Bool
  }

  init(seed: Int, count: Int) {
    var source = ScriptSource(seed: seed)
    self.seed = seed
    root = source.happens(in: 2) ? .elm : Root.allCases[seed % Root.allCases.count]
    answers = source.happens(in: 3)
    moves = (0..<count).map { _ in source.turn() }
  }
}

/// A move; scopes, effects and the like are given by a number, which is taken modulo how many there are.
enum Move: Sendable {
  case send([Place], Body)
  case sendTo(Int, [Place], Body)
  case enqueueFor(Int, [Place], Body)
  case open(Int, Place, Look)
  case release(Int, keepsWay: Bool)
  case reopen(Int)
  case subscribe(Int)
  case awaitEnd(Int)
  case react(Int, Reaction)
  case watch(Int, Watching)
  /// Observes a child, or a place in it, again whenever it has changed.
  case follow(Int, Place?)
  case read(Int, isOfLog: Bool)
  case readNext(Int)
  case launch(Int, Launch)
  case cancel(Int, Body.Cancel)
  case cue(Int, Cues.Cue)
  case sendToEngine(Int, Int)
  case makeEngine(Int)
  /// Writes the state from outside.
  case write([Edit])
  case advance(Int)
  case stop
  case start

  enum Watching: Sendable {
    case state, log, departure
    case place(Place)
  }

  /// The reaction to a change or to a departure.
  enum Reaction: Sendable {
    case sendTo(Int, Body)
    case release(Int)
    case cancel(String)
    case launch(Int, Launch)
  }
}

/// The source of a script's moves.
struct ScriptSource {
  private var random: SplitMix64
  private var number = 0

  init(seed: Int) { random = SplitMix64(seed: seed) }

  private mutating func below(_ bound: Int) -> Int { random.number(below: bound) }
  mutating func happens(in times: Int) -> Bool { random.happens(onceIn: times) }
  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  private mutating func nextNumber() -> Int {
    number += 1
    return number
  }

  mutating func turn() -> Script.Turn { Script.Turn(move: move(), settles: !happens(in: 4)) }

  private mutating func move() -> Move {
    switch below(100) {
    case 0..<21: send()
    case 21..<31: .sendTo(below(1_000), happens(in: 3) ? [place()] : [], body())
    case 31: happens(in: 2) ? .makeEngine(below(1_000)) : .write([edit(), edit()])
    case 32..<35: .enqueueFor(below(1_000), [], body())
    case 35..<50: .open(below(1_000), place(), pick([.plain, .plain, .withoutID, .compared, .amongAll]))
    case 50..<54: .release(below(1_000), keepsWay: happens(in: 2))
    case 54: .reopen(below(1_000))
    case 55..<58: .subscribe(below(1_000))
    case 58..<60: .awaitEnd(below(1_000))
    case 60..<64: .react(below(1_000), reaction())
    case 64..<67: .watch(below(1_000), watching())
    case 67..<69: .follow(below(1_000), pick([nil, place(), .row(0)]))
    case 69..<71: .read(below(1_000), isOfLog: happens(in: 2))
    case 71..<74: .readNext(below(1_000))
    case 74..<78: .launch(below(1_000), launch())
    case 78..<81: .cancel(below(1_000), cancel())
    case 81..<90: .cue(below(1_000), cue())
    case 90..<92: .sendToEngine(below(1_000), nextNumber())
    case 92..<97: .advance(pick([1, 5, 12, 30]))
    case 97: happens(in: 3) ? .stop : .start
    default: .start
    }
  }

  private mutating func send() -> Move {
    let places = places()
    var body = body()
    switch places.last {
    case .guest, .row, .route: if happens(in: 6) { body.newID = 100 + nextNumber() }
    case .lodger, .table, nil: break
    }
    return .send(places, body)
  }

  private mutating func place() -> Place {
    switch below(6) {
    case 0: .lodger
    case 1: .guest
    case 2: .table(1 + below(2))
    case 3: .route
    default: .row(1 + below(3))
    }
  }

  private mutating func key() -> Key {
    switch place() {
    case .lodger: .lodger
    case .guest: .guest(1 + below(2))
    case .route: .route(1 + below(2))
    case .row(let id): .row(id)
    case .table(let id): .table(id)
    }
  }

  private mutating func places() -> [Place] { (0..<pick([0, 0, 1, 1, 1, 2, 2])).map { _ in place() } }

  private mutating func edit() -> Edit {
    switch below(14) {
    case 12: .stamp(nil, nextNumber())
    case 13: .stamp(place(), nextNumber())
    case 0..<6: .put(key(), nextNumber())
    case 6..<9: .remove(place())
    case 9: .move(below(4), below(4))
    case 10: happens(in: 3) ? .clear : .remove(place())
    default: .putBack
    }
  }

  private mutating func body(depth: Int = 2) -> Body {
    var body = Body(number: nextNumber())
    body.history = pick([.ignore, .ignore, .ignore, .record, .record, .recordInGroup, .undo, .redo])
    if happens(in: 30) { body.history = .clear }
    body.keepsEffects = happens(in: 5)
    body.edits = (0..<pick([0, 1, 1, 2, 3])).map { _ in edit() }
    if happens(in: 4) { body.parentEdits = [edit()] }
    if happens(in: 6) { body.cancel = cancel() }
    if depth > 0 { body.launches = (0..<pick([0, 0, 1, 1, 2])).map { _ in launch(depth: depth - 1) } }
    // Debug builds report two of a name.
    if Set(body.launches.map(\.name)).count < body.launches.count { body.launches.removeLast() }
    return body
  }

  private mutating func launch(depth: Int = 1) -> Launch {
    let name = pick([nil, "a", "a", "b"])
    return happens(in: 3)
      ? .delayed(number: nextNumber(), name: name, milliseconds: pick([1, 7, 20]), body(depth: depth))
      : .cued(number: nextNumber(), name: name, isConcurrent: name != nil && happens(in: 3))
  }

  private mutating func cancel() -> Body.Cancel {
    switch below(4) {
    case 0: .all
    case 1: .child(key())
    default: .name(pick(["a", "b"]))
    }
  }

  private mutating func cue() -> Cues.Cue {
    happens(in: 2) ? .finish : .send((0..<pick([1, 1, 2])).map { _ in body(depth: 1) })
  }

  private mutating func reaction() -> Move.Reaction {
    switch below(6) {
    case 0: .release(below(1_000))
    case 1: .cancel(pick(["a", "b"]))
    case 2: .launch(below(1_000), launch())
    default: .sendTo(below(1_000), body())
    }
  }

  private mutating func watching() -> Move.Watching {
    switch below(6) {
    case 0: .state
    case 1: .log
    case 2: .departure
    case 3: .place(.row(0))
    default: .place(place())
    }
  }
}
