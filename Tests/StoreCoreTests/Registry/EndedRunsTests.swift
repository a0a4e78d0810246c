import StoreCore
import Synchronization
import Testing

// On the main actor, where the mailbox's own drain waits until the test is over.
@MainActor
@Suite struct EndedRunsTests {
  private let table = EffectTable(options: StoreOptions())

  private func makeRun() -> EffectRunCore {
    EffectRunCore(node: .none, isStream: false, landsLate: true, action: 0, mailbox: AnyMailbox(table: table))
  }

  @Test func `every run is taken once`() {
    let ended = EndedRuns()
    let runs = (0..<5).map { _ in makeRun() }
    #expect(runs.map(ended.push) == [true, false, false, false, false])
    #expect(Set(ended.takeAll().map(\.token)) == Set(runs.map(\.token)))
    #expect(ended.takeAll().isEmpty)
  }

  @Test func `a run can wait here and in a mailbox at the same time`() {
    // As one that was cancelled with an answer does, when its task ends before the answer was given.
    let ended = EndedRuns()
    let mailbox = Mailbox<Int>(table: table)
    let runs = (0..<3).map { _ in makeRun() }
    for run in runs { mailbox.push(run) }
    for run in runs.reversed() { _ = ended.push(run) }
    var letters: [Letter] = []
    var letter = mailbox.takeAll()
    while let current = letter {
      letters.append(current)
      letter = Mailbox<Int>.follower(of: current)
    }
    #expect(letters.map(ObjectIdentifier.init) == runs.map(ObjectIdentifier.init))
    #expect(ended.takeAll().count == 3)
  }

  @Test func `runs that nobody takes are released`() {
    weak var run: EffectRunCore?
    do {
      let ended = EndedRuns()
      let pushed = makeRun()
      run = pushed
      _ = ended.push(pushed)
    }
    #expect(run == nil)
  }

  @Test func `a run that ends while the registry is in use is taken out when that is free`() {
    weak var ended: EffectRunCore?
    let name: EffectID
    do {
      let run = makeRun()
      ended = run
      _ = table.admit(run, policy: .concurrent, throttle: nil)
      table.cancel(.all)
      name = EffectID(Interruption { [table] in table.drained(run) })
    }
    #expect(ended != nil, "it drains")
    table.cancel(.id(name))
    #expect(ended == nil)
    #expect(table.drainingEffects.isEmpty)
  }
}

/// A name that does something once, in the middle of a decision of the registry: there a name is hashed.
// Sendable: what it does is changed behind a lock.
private final class Interruption: Hashable, Sendable {
  private let body: Mutex<(@Sendable () -> Void)?>

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = Mutex(body)
  }

  func hash(into hasher: inout Hasher) {
    body.withLock { $0.take() }?()
  }

  static func == (lhs: Interruption, rhs: Interruption) -> Bool { lhs === rhs }
}
