import Synchronization

/// The agreement of a stream's pump and its store, apart from the elements: which of them waits.
@usableFromInline
package final class StreamGate: Sendable {
  private let isWaiting = Atomic<Bool>(false)
  private let elements = Atomic<Int>(0)
  private let room = Locked<Waiter?>(nil)

  package init() {}

  /// How many elements have been handed over.
  var elementCount: Int { elements.load(ordering: .sequentiallyConsistent) }

  /// Whether the pump has asked the sequence for an element that has not come.
  var isWaitingForElement: Bool { isWaiting.load(ordering: .sequentiallyConsistent) }

  @usableFromInline
  func willWait() {
    isWaiting.store(true, ordering: .sequentiallyConsistent)
  }

  @usableFromInline
  func didReceive() {
    elements.wrappingAdd(1, ordering: .sequentiallyConsistent)
    isWaiting.store(false, ordering: .sequentiallyConsistent)
  }

  /// Suspends the pump while `isFull` holds, until its cancellation.
  @usableFromInline
  package func waitForRoom(while isFull: () -> Bool) async {
    while isFull(), !Task.isCancelled {
      let waiter = Waiter()
      room.withLock { $0 = waiter }
      // Asked again after the waiter is in place: room made between the two would be missed otherwise.
      guard isFull() else { return }
      await withTaskCancellationHandler {
        await waiter.wait()
      } onCancel: {
        waiter.finish()
      }
    }
  }

  @usableFromInline
  package func makeRoom() {
    let waiter = room.withLock { room in
      defer { room = nil }
      return room
    }
    waiter?.finish()
  }
}
