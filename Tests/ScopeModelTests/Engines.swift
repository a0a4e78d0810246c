import ElmEngine
import StoreCore

/// Notes from any thread.
final class Notes<Element: Sendable>: Sendable {
  private let elements = Locked<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }

  func add(_ element: Element) { elements.withLock { $0.append(element) } }

  func take() -> [Element] {
    elements.withLock { elements in
      defer { elements = [] }
      return elements
    }
  }
}

/// Counts which of some objects are still there.
final class Holds {
  final class Hold: Sendable {}

  private final class Weak {
    weak var object: AnyObject?

    init(_ object: AnyObject) { self.object = object }
  }

  private var all: [Weak] = []

  var count: Int { all.count { $0.object != nil } }

  func add(_ object: AnyObject) { all.append(Weak(object)) }

  func add() -> Hold {
    let hold = Hold()
    add(hold)
    return hold
  }
}

/// Children of the store on engines of their own: one for the guest, and one for each row.
@MainActor
final class Engines {
  typealias Child = Store<[Int], Int>

  static let firstCue = 1_000_000_000
  nonisolated static let firstAnswer = 1_000_000

  private let guest: ChildStore<Child>
  private let rows: ChildStores<Int, Child>
  private let records: Records
  /// What holds the children of scopes.
  private var places: [AnyObject] = []

  @MainActor
  private final class Records {
    let guestEvents = Notes<String>()
    let rowEvents = Notes<String>()
    var inputs: [Key: [[Int]]] = [:]
    let children = Holds()
    /// All that were made.
    var made: [Child] = []
    let make: () -> Child
    var answerCount = 0

    init(_ options: StoreOptions, _ cues: Cues) {
      var count = 0
      make = {
        count += 1
        let number = Engines.firstCue + count
        let child = Child(initialState: [], options: options) { state, action in
          state.append(action)
          return action == 0 ? .run(id: "work") { _ in await cues.perform(number) { _ in } } : .none
        }
        child.send(0)
        return child
      }
    }

    func make(_ id: Int, _ events: Notes<String>) -> Child {
      events.add("make \(id)")
      let child = make()
      _ = child.runtime.subscribe(toLife: { events.add("end \(id)") })
      made.append(child)
      children.add(child)
      return child
    }
  }

  init(of store: some ScopableStore<House, NodeAction>, _ options: StoreOptions, _ cues: Cues, answers: Bool) {
    let records = Records(options, cues)
    self.records = records
    guest = store.child(\.content.guest) {
      records.make($0.id, records.guestEvents)
    } input: { guest, child in
      records.inputs[.guest(guest.id), default: []].append(guest.log)
      guard answers else { return }
      records.answerCount += 1
      child.send(Self.firstAnswer + records.answerCount)
    } output: { action, _ in
      .own(Body(number: action))
    }
    rows = store.children(\.content.rows) {
      records.make($0.id, records.rowEvents)
    } input: { row, _ in
      records.inputs[.row(row.id), default: []].append(row.log)
    } output: { _, action, _ in
      .own(Body(number: action))
    }
  }

  private var present: [Child] { [guest.store].compactMap { $0 } + rows.stores }

  /// Sends an action to a child, if there is one.
  func send(_ action: Int, to number: Int) -> Bool {
    let present = present
    guard !present.isEmpty else { return false }
    present[number % present.count].send(action)
    return true
  }

  /// Has a store for the guest of a scope; returns what becomes of it.
  func add(to window: Window) -> Notes<String> {
    let (records, events) = (records, Notes<String>())
    if let place = window.engine({ records.make($0, events) }) { places.append(place) }
    return events
  }

  /// The number of children that are not deallocated.
  var childCount: Int { records.children.count }

  func difference(from model: Model) -> String? {
    let (events, engines) = ((records.guestEvents.all, records.rowEvents.all), model.engines)
    if events.0 != engines.guestEvents { return "the guest's engine: \(events.0), not \(engines.guestEvents)" }
    if events.1 != engines.rowEvents { return "the rows' engines: \(events.1), not \(engines.rowEvents)" }
    if records.inputs != engines.inputs { return "inputs: \(records.inputs), not \(engines.inputs)" }
    if rows.ids != (model.isStopped ? [] : model.root.rows) { return "the ids are \(rows.ids)" }
    // Of the others, those of scopes.
    let ofScopes = model.scopes.flatMap(\.engines).count { $0.isThere }
    let running = records.made.count { $0.runningTaskCount > 0 }
    if present.count != engines.present.count || running != present.count + ofScopes {
      return "\(present.count) children are there and \(running) run, not \(engines.present.count)"
    }
    return nil
  }

  /// What is left behind the store.
  func left() -> String? {
    if !present.isEmpty { return "children are there behind the store" }
    defer { records.made = [] }
    return records.made.contains { $0.runningTaskCount > 0 } ? "effects of children outlive the store" : nil
  }
}
