import Observation
import StoreCore
import StoreTesting
import Synchronization
import Testing
import _StoreTestSupport

/// The state is observable, at no cost without an observer: the scenarios for which the rule was chosen.
@MainActor
@Suite struct StateObservationTests {
  private let store = ScriptStore(Int.self)
  private let changes = Counter()

  /// Tracks a read of the state, and counts the change that follows.
  private func track(_ read: () -> Void) {
    let changes = changes
    withObservationTracking(read) { changes.add() }
  }

  @Test func `a tracked read is notified of the next change, once`() {
    track { _ = store.state }
    #expect(changes.value == 0)
    store.send(1)
    #expect(changes.value == 1)
    store.send(2)
    #expect(changes.value == 1)
  }

  @Test func `a state that is put back without having been taken is announced too`() {
    let box = StateBox(0)
    let seen = Mutex<[Int]>([])
    withObservationTracking {
      _ = box.value
    } onChange: {
      MainActor.assumeIsolated { seen.withLock { $0.append(box.value) } }
    }
    box.put(1)
    #expect(seen.withLock { $0 } == [0])
    track { _ = box.value }
    let state = box.take()
    #expect(changes.value == 1)
    box.put(state + 1)
    #expect(changes.value == 1)
    #expect(box.value == 2)
  }

  @Test func `a read that is not tracked registers nothing`() {
    _ = store.state
    store.send(1)
    track {}
    store.send(2)
    #expect(changes.value == 0)
  }

  @Test func `the old state is readable when a change is announced`() {
    let seen = Mutex<[[Int]]>([])
    let store = store
    store.send(1)
    withObservationTracking {
      _ = store.state
    } onChange: {
      MainActor.assumeIsolated { seen.withLock { $0.append(store.state) } }
    }
    store.send(2)
    #expect(seen.withLock { $0 } == [[1]])
    #expect(store.state == [1, 2])
  }

  @Test func `a send inside a tracking closure does not hide later changes`() {
    track {
      _ = store.state
      store.send(1)
      _ = store.state
    }
    store.send(2)
    #expect(changes.value == 1)
  }

  @Test func `a send inside a tracking closure, before the only read, does not hide later changes`() {
    _ = store.state
    track {
      store.send(1)
      _ = store.state
    }
    store.send(2)
    #expect(changes.value == 1)
  }

  @Test func `nested trackings are each notified of the change`() {
    let inner = Counter()
    track {
      _ = store.state
      withObservationTracking {
        _ = store.state
      } onChange: {
        inner.add()
      }
    }
    store.send(1)
    #expect(changes.value == 1)
    #expect(inner.value == 1)
  }

  @Test func `a read in an inner tracking alone counts as a read of the outer one`() {
    let inner = Counter()
    track {
      withObservationTracking {
        _ = store.state
      } onChange: {
        inner.add()
      }
    }
    store.send(1)
    #expect(inner.value == 1)
    #expect(changes.value == 1)
  }

  @Test func `many trackings are notified of one change`() {
    for _ in 0..<100 { track { _ = store.state } }
    store.send(1)
    #expect(changes.value == 100)
  }

  @Test func `tracking again after each change, as a view does, misses nothing`() {
    // A view reads its state again after each change, which has used up the tracking before.
    for number in 1...100 {
      track { _ = store.state }
      store.send(number)
      #expect(changes.value == number)
    }
  }

  @Test func `trackings are still notified after others have ended`() {
    let other = ScriptStore(Int.self)
    track {
      _ = store.state
      _ = other.state
    }
    other.send(1)
    #expect(changes.value == 1)
    track { _ = store.state }
    store.send(1)
    #expect(changes.value == 2)
  }

  @Test func `two stores are observed independently`() {
    let other = ScriptStore(Int.self)
    track { _ = other.state }
    store.send(1)
    #expect(changes.value == 0)
    other.send(1)
    #expect(changes.value == 1)
  }

  @Test func `a tracking that begins while a change is announced is notified of the next one`() {
    let later = Counter()
    let store = store
    withObservationTracking {
      _ = store.state
    } onChange: {
      MainActor.assumeIsolated {
        withObservationTracking {
          _ = store.state
        } onChange: {
          later.add()
        }
      }
    }
    store.send(1)
    store.send(2)
    #expect(later.value == 1)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `Observations deliver the newest state`() async {
    let store = store
    let observations = Observations { store.state.count }
    var seen: [Int] = []
    for await count in observations {
      seen.append(count)
      guard count < 5 else { break }
      store.send(count)
    }
    #expect(seen == [0, 1, 2, 3, 4, 5])
  }

  @Test func `an observed store can be deallocated`() {
    var observed: ScriptStore<Int>? = ScriptStore(Int.self)
    weak let gone = observed
    track { _ = observed?.state }
    observed = nil
    #expect(gone == nil)
    #expect(changes.value == 0)
  }
}
