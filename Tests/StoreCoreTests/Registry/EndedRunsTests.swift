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

  @Test func `every run is taken once, the newest first`() {
    let ended = EndedRuns()
    let runs = (0..<5).map { _ in makeRun() }
    _ = ended.beginUse()
    #expect(runs.allSatisfy(ended.push))
    #expect(tokens(ended.beginUse()) == runs.reversed().map(\.token))
    #expect(tokens(ended.beginUse()).isEmpty)
  }

  @Test func `where nobody uses the registry, none is taken over`() {
    let ended = EndedRuns()
    #expect(!ended.push(makeRun()))
    _ = ended.beginUse()
    #expect(ended.endUse())
    #expect(!ended.push(makeRun()))
    #expect(ended.beginUse().isEmpty)
  }

  @Test func `who has done uses it once more while runs come`() {
    let ended = EndedRuns()
    let run = makeRun()
    _ = ended.beginUse()
    _ = ended.push(run)
    #expect(!ended.endUse())
    #expect(tokens(ended.beginUse()) == [run.token])
    #expect(ended.endUse())
  }

  @Test func `of two who use it, each takes what came before it has done`() {
    let ended = EndedRuns()
    let runs = (0..<3).map { _ in makeRun() }
    // One begins, and the other.
    _ = ended.beginUse()
    _ = ended.push(runs[0])
    #expect(tokens(ended.beginUse()) == [runs[0].token])
    _ = ended.push(runs[1])
    // The first has done.
    #expect(!ended.endUse())
    #expect(tokens(ended.beginUse()) == [runs[1].token])
    #expect(ended.endUse())
    // Nothing waits for the second, and nothing is lost that comes after it.
    #expect(!ended.push(runs[2]))
    #expect(ended.endUse())
  }

  @Test func `a run can wait here and in a mailbox at the same time`() {
    // As one that was cancelled with an answer does, when its task ends before the answer was given.
    let ended = EndedRuns()
    let mailbox = Mailbox<Int>(table: table)
    let runs = (0..<3).map { _ in makeRun() }
    _ = ended.beginUse()
    for run in runs { mailbox.push(run) }
    for run in runs.reversed() { _ = ended.push(run) }
    var taken = mailbox.takeAll()
    var letters: [Letter] = []
    while let letter = taken.popFirstLetter() {
      letters.append(letter)
    }
    #expect(letters.map(ObjectIdentifier.init) == runs.map(ObjectIdentifier.init))
    #expect(tokens(ended.beginUse()).count == 3)
  }

  @Test func `a run is kept until it is taken, and then let go`() {
    let ended = EndedRuns()
    weak var run: EffectRunCore?
    _ = ended.beginUse()
    do {
      let pushed = makeRun()
      run = pushed
      _ = ended.push(pushed)
    }
    let taken = ended.beginUse()
    #expect(run != nil)
    taken.release()
    #expect(run == nil)
  }

  @Test func `runs that nobody takes are released`() {
    weak var run: EffectRunCore?
    do {
      let ended = EndedRuns()
      let pushed = makeRun()
      run = pushed
      _ = ended.beginUse()
      _ = ended.push(pushed)
    }
    #expect(run == nil)
  }

  /// Takes the tokens of runs, and lets these go.
  private func tokens(_ taken: EndedRuns.Taken) -> [CancellationToken] {
    var tokens: [CancellationToken] = []
    taken.withEach { tokens.append($0.token) }
    taken.release()
    return tokens
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
