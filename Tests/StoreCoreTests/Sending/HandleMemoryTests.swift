#if Exhaustive
#if os(Linux)
import Foundation
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The memory that is in use after many handles.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct HandleMemoryTests {
  private nonisolated static let count = Rounds.of(100_000)

  /// The bytes by which the process may grow for each handle, for the allocator's own use.
  private nonisolated static let bytesForEach = 10

  /// The memory of the process in bytes, without mapped files such as its own program.
  private static func anonymousBytes() throws -> Int {
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    // All pages, those in memory, and those in memory that belong to files.
    let pages = fields.prefix(3).compactMap { Int($0) }
    try #require(pages.count == 3)
    return (pages[1] - pages[2]) * Int(getpagesize())
  }

  @Test(arguments: [true, false])
  func `cancelled handles leak no memory`(areHandled: Bool) async {
    // In a process of its own, where nothing else takes memory meanwhile.
    if areHandled {
      await #expect(processExitsWith: .success) { try await HandleMemoryTests.cancelMany(areHandled: true) }
    } else {
      await #expect(processExitsWith: .success) { try await HandleMemoryTests.cancelMany(areHandled: false) }
    }
  }

  /// Cancels handles of actions with a running effect, or of actions that wait for another one.
  private static func cancelMany(areHandled: Bool) async throws {
    let executor = TestExecutor()
    let handled = Counter()
    let options = StoreOptions(executor: executor, clock: TestClock(executor: executor))
    let runtime = Runtime<Int>(options: options) { action in
      handled.add()
      return EffectProgram.emit(0).delay(for: .seconds(1)).cancellable(id: action % 10)
    }
    func cancel(_ count: Int) async {
      for number in 1...count {
        if areHandled {
          runtime.send(number).cancel()
        } else {
          runtime.performOutsideHandler { runtime.send(number).cancel() }
        }
        // Lets the cancelled tasks end.
        if number.isMultiple(of: 1_000) { await runtime.settle() }
      }
    }
    // The first reading takes memory too, several times what the allocator keeps of the handles. So do the pool's
    // threads and the most tasks that wait at a time: half as many handles as are measured take that memory before.
    _ = try anonymousBytes()
    await cancel(count / 2)
    let before = try anonymousBytes()
    #expect(before > 0)
    // A leak grows with the handles. The allocator's own memory does not, but depends on how the pool's threads run: if
    // there is too much of it for so many handles, there are more of them.
    var (measured, growth) = (0, 0)
    repeat {
      await cancel(count)
      measured += count
      growth = try anonymousBytes() - before
    } while growth >= bytesForEach * measured && measured < 300_000
    #expect(growth < bytesForEach * measured, "grew by \(growth) bytes for \(measured) handles")
    #expect(runtime.table.nodeCount == 0, "\(runtime.table.nodeCount) nodes")
    #expect(runtime.drainingEffects.isEmpty)
    let sent = count / 2 + measured
    #expect(handled.value == (areHandled ? sent : 0), "\(handled.value) of \(sent) are handled")
  }
}
#endif
#endif
