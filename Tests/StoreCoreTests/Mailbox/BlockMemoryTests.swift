#if os(Linux)
import Foundation
import StoreCore
import Testing

/// What blocks of actions leave behind: no object, of which a test could ask whether it has gone.
///
/// Each case is a process of its own, whose size is looked at.
@Suite struct BlockMemoryTests {
  @Test func `blocks are freed from which all actions were taken`() async {
    await #expect(processExitsWith: .success) {
      await Rounds.run { mailbox, action in
        for _ in 0..<3 { mailbox.push(action) }
        var taken = mailbox.takeAll()
        while taken.popFirst() != nil {}
      }
    }
  }

  @Test func `blocks are freed that are dropped`() async {
    await #expect(processExitsWith: .success) {
      await Rounds.run { mailbox, action in
        for _ in 0..<3 { mailbox.push(action) }
        var taken = mailbox.takeAll()
        _ = taken.popFirst()
      }
    }
  }

  @Test func `blocks are freed when all who hold them have let go`() async {
    await #expect(processExitsWith: .success) {
      await Rounds.run { mailbox, action in
        for _ in 0..<3 { mailbox.push(action) }
        let place = mailbox.claim(for: action)
        var taken = mailbox.takeAll()
        while taken.popFirst() != nil {}
        precondition(place?.fill(with: action) != nil)
      }
    }
  }

  private enum Rounds {
    /// A block of which has about 1,000 bytes.
    typealias Action = SIMD8<Double>

    /// Ends the process where the rounds take more memory than a third of one block in each.
    @MainActor
    static func run(_ body: (Mailbox<Action>, Action) -> Void) {
      let mailbox = Mailbox<Action>(table: EffectTable(options: StoreOptions()))
      // What allocator and runtime keep for later is there then.
      for _ in 0..<100 { body(mailbox, Action(repeating: 1)) }
      let before = size
      for _ in 0..<60_000 { body(mailbox, Action(repeating: 1)) }
      let growth = size - before
      precondition(growth < 20_000_000, "\(growth) bytes were not freed")
    }

    /// The process's memory in bytes; see proc(5).
    private static var size: Int {
      let fields = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
      guard let fields, fields.count > 1, let pages = Int(fields[1]) else { preconditionFailure("no size") }
      return pages * sysconf(Int32(_SC_PAGESIZE))
    }
  }
}
#endif
