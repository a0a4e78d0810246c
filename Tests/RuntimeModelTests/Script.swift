/// Random moves, all of which come from a seed.
struct Script: Sendable {
  let seed: UInt64
  /// Whether the store settles after each move by itself; otherwise the player decides when tasks and messages run.
  let isEager: Bool
  let isObserved: Bool
  /// Whether the store is released at the end, with all that is running.
  let isReleased: Bool
  /// Whether the answers to cancels have effects; then no handle is cancelled, which leaves the order of answers open.
  let answersCause: Bool
  var moves: [Turn]

  /// A move, and the work that is run after it.
  struct Turn: Sendable {
    let move: Move
    let runsTasks: Bool
    let settles: Bool
  }

  init(seed: UInt64, count: Int) {
    var source = ScriptSource(seed: seed)
    self.seed = seed
    isEager = source.happens(in: 8)
    isObserved = source.happens(in: 2)
    isReleased = source.happens(in: 3)
    answersCause = source.happens(in: 3)
    source.answersCause = answersCause
    moves = (0..<count).map { _ in source.turn() }
  }
}

/// The source of a script's moves.
struct ScriptSource: RandomNumberGenerator {
  private var state: UInt64
  private var number = 0
  var answersCause = false
  private static let names = ["a", "b", "c"]
  private static let groupNames = ["g", "h"]

  init(seed: UInt64) { state = seed }

  // The generator of Steele, Lea and Flood.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
  mutating func happens(in times: Int) -> Bool { below(times) == 0 }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  private mutating func nextNumber() -> Int {
    number += 1
    return number
  }

  mutating func turn() -> Script.Turn {
    Script.Turn(move: move(), runsTasks: !happens(in: 5), settles: happens(in: 3))
  }

  private mutating func move() -> Move {
    switch below(100) {
    case 0..<30: .send(step(depth: 3))
    case 30..<33: .enqueue(step(depth: 2))
    case 33..<35: .watch(times: below(3) + 1)
    case 35..<38: .launch(plan(depth: 3))
    case 38..<74: .cue(place: below(1_000), cue())
    case 74..<82: .cancel(choice())
    case 82..<87: answersCause ? .settle : .cancelHandle(below(1_000))
    case 87..<90: .wait(below(1_000), tree: happens(in: 2))
    case 90..<96: .advance(pick([1, 5, 10, 20]))
    case 96..<98: .settle
    case 98: .stop
    default: .start
    }
  }

  private mutating func cue() -> Cue {
    switch below(8) {
    case 0: .fail
    case 1..<3: .send((0..<pick([1, 1, 2, 5])).map { _ in step(depth: 2) })
    default: .finish
    }
  }

  private mutating func choice() -> Choice {
    switch below(8) {
    case 0: .all
    case 1: .names([pick(Self.names), pick(Self.groupNames)])
    case 2..<4: .name(pick(Self.groupNames))
    case 4: .name(pick(["t", "d", "f", "f"]))
    default: .name(pick(Self.names))
    }
  }

  private mutating func step(depth: Int) -> Step {
    var step = Step(number: nextNumber())
    if depth > 0, happens(in: 12) {
      step.sends = (0...below(2)).map { _ in (self.step(depth: depth - 1), happens(in: 3)) }
    }
    if depth > 0 { step.plan = plan(depth: depth) }
    return step
  }

  private mutating func plan(depth: Int, groupNames: [String] = ScriptSource.groupNames) -> Plan {
    guard depth > 0 else { return happens(in: 3) ? .nothing : .operation(operation(depth: 0)) }
    switch below(20) {
    case 0: return .nothing
    case 1: return .emit(step(depth: depth - 1))
    case 2: return .cancel(choice())
    case 3..<6: return .sequence(members(depth, groupNames))
    case 6..<9: return .merge(members(depth, groupNames))
    case 9: return .caught(something(depth - 1, groupNames), answer: plan(depth: depth - 1, groupNames: []))
    case 10..<13:
      guard !groupNames.isEmpty else { return .nothing }
      let name = pick(groupNames)
      // Always in the same order: programs that wait for each other's names would not.
      let members = members(depth, groupNames.filter { $0 > name })
      return .named(happens(in: 2) ? .sequence(members) : .merge(members), name, policy())
    default: return .operation(operation(depth: depth))
    }
  }

  private mutating func members(_ depth: Int, _ groupNames: [String]) -> [Plan] {
    // Two at least, none of which is empty: a composition of one program is that program.
    (0..<pick([2, 2, 3])).map { _ in something(depth - 1, groupNames) }
  }

  private mutating func something(_ depth: Int, _ groupNames: [String]) -> Plan {
    let plan = plan(depth: depth, groupNames: groupNames)
    if case .nothing = plan { return .operation(operation(depth: 0)) }
    return plan
  }

  private mutating func operation(depth: Int) -> Operation {
    let number = nextNumber()
    var operation = Operation(number: number, kind: pick(kinds), result: step(depth: depth - 1))
    if !happens(in: 3) {
      operation.name = pick(Self.names)
      operation.policy = policy()
    }
    if happens(in: 5) { operation.answer = step(depth: answersCause ? depth - 1 : 0) }
    operation.ignoresCancel = happens(in: 6)
    let time = pick([2, 4, 9, 15]) * 1_000 + number % 1_000
    switch below(16) {
    case 0: operation.timing = .delay(time)
    case 1:
      operation.timing = .debounce(time)
      operation.name = "d"
      operation.policy = .replace
    case 2..<4:
      let (leading, trailing) = pick([(true, true), (true, false), (false, true)])
      operation.timing = .throttle(time, leading: leading, trailing: trailing)
      operation.name = "t"
      operation.policy = pick([.replace, .concurrent])
    case 4 where !operation.ignoresCancel: operation.timing = .timeout(time)
    case 5: operation.timing = .retry(attempts: pick([2, 3]), time)
    default: break
    }
    if operation.name != nil, happens(in: 3) {
      // It waits for one of its names only.
      switch operation.policy {
      case .queue, .oldestFirst, .newestWins: operation.policy = .replace
      case .replace, .concurrent, .keepRunning: break
      }
      operation.common = (
        "f", pick([.replace, .concurrent, .keepRunning, .queue(1), .oldestFirst(1), .oldestFirst(2), .newestWins(2)])
      )
    }
    if happens(in: 4) { operation.refusal = step(depth: answersCause ? depth - 1 : 0) }
    return operation
  }

  private var kinds: [Operation.Kind] { [.task, .task, .task, .run, .stream] }

  private mutating func policy() -> Policy {
    pick([
      .replace, .replace, .concurrent, .concurrent, .keepRunning, .queue(1), .queue(3), .oldestFirst(2), .newestWins(1),
      .newestWins(2),
    ])
  }
}
