import Dispatch
import Foundation

/// Calls a function, and ends the process if the main actor is blocked meanwhile: nothing else could end such a test.
///
/// It is blocked if it does not get to a block within ten minutes, however long the function waits for its turns.
@MainActor
package func watchingMainActor(
  _ fileID: StaticString = #fileID,
  _ line: UInt = #line,
  _ body: () async -> Void
) async {
  let isDone = DispatchSemaphore(value: 0)
  Thread.detachNewThread { @Sendable in
    while isDone.wait(timeout: .now() + .seconds(10)) == .timedOut {
      let isCalled = DispatchSemaphore(value: 0)
      DispatchQueue.main.async { isCalled.signal() }
      guard isCalled.wait(timeout: .now() + .seconds(600)) == .timedOut else { continue }
      fatalError("The main actor is blocked.", file: fileID, line: line)
    }
  }
  await body()
  isDone.signal()
}
