#if os(Linux)
import Foundation
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The memory that handles leave behind.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct HandleMemoryTests {
  private nonisolated static let count = 100_000

  /// What the process may grow by, in bytes: ten for each handle, for what the allocator keeps.
  private nonisolated static let limit = 10 * count

  /// The memory of the process, in bytes.
  private static func residentBytes() throws -> Int {
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ").dropFirst().first
    return pages.flatMap { Int($0) }.map { $0 * Int(getpagesize()) } ?? 0
  }

  @Test(arguments: [true, false])
  func `cancelled handles leave nothing behind`(areHandled: Bool) async {
    // In a process of its own, where nothing else takes memory meanwhile.
    if areHandled {
      await #expect(processExitsWith: .success) { try await HandleMemoryTests.cancelMany(areHandled: true) }
    } else {
      await #expect(processExitsWith: .success) { try await HandleMemoryTests.cancelMany(areHandled: false) }
    }
  }

  /// Cancels handles of actions with a running effect, or of actions that wait behind another one.
  private static func cancelMany(areHandled: Bool) async throws {
    let executor = TestExecutor()
    let handled = Counter()
    let options = StoreOptions(executor: executor, clock: TestClock(executor: executor))
    let runtime = Runtime<Int>(options: options) { action in
      handled.add()
      return EffectProgram.emit(0).delay(for: .seconds(1)).cancellable(id: action % 10)
    }
    var cancelled = 0
    func cancel(_ count: Int) async {
      cancelled += count
      for number in 1...count {
        if areHandled {
          runtime.send(number).cancel()
        } else {
          runtime.performOutsideHandler { runtime.send(number).cancel() }
        }
        // The cancelled tasks have their turn to end.
        if number.isMultiple(of: 1_000) { await runtime.settle() }
      }
    }
    await cancel(count / 20)
    // A thread may take another part of the heap, once; what handles leave comes again with each round.
    var growths: [Int] = []
    repeat {
      let before = try residentBytes()
      #expect(before > 0)
      await cancel(count)
      growths.append(try residentBytes() - before)
    } while growths.count < 5 && growths.allSatisfy { $0 >= limit }
    #expect(growths.contains { $0 < limit }, "grew by \(growths) bytes")
    #expect(runtime.table.nodeCount == 0, "\(runtime.table.nodeCount) nodes")
    #expect(runtime.drainingEffects.isEmpty)
    #expect(handled.value == (areHandled ? cancelled : 0), "\(handled.value) of \(cancelled)")
  }
}
#endif
