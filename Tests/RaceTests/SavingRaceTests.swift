import ElmEngine
import Foundation
import StoreCore
import StorePersistence
import Testing
import _StoreTestSupport

/// Stores that end on other threads while they are saved, and while their value is loaded again.
@MainActor
@Suite struct SavingRaceTests {
  private typealias CounterStore = ElmEngine.Store<Int, Int>

  private let saved = Saved("count", Int.self)

  /// Keeps a store until it is released.
  private final class Held: Sendable {
    private let store: Locked<CounterStore?>

    init(_ store: CounterStore) { self.store = Locked(store) }

    func release() {
      let store = store.withLock { $0.take() }
      withExtendedLifetime(store) {}
    }
  }

  private func makeStore(_ count: Int) -> CounterStore {
    CounterStore(initialState: count) { (count: inout Int, amount: Int) in
      count += amount
      return .none
    }
  }

  @Test func `ends, loads and saves at once lose nothing`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "races-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let storage = FileStorage(directory: folder)
    let rounds = Rounds.of(500)
    for round in 0..<rounds {
      let loaded = saved.load(from: storage)
      #expect(loaded.value ?? 0 == round)
      let (held, saving) = begin(loaded, round)
      let end = Task.detached { held.release() }
      let save = Task { try await saving.save() }
      let other = await saved.loadInBackground(from: storage)
      #expect([round, round + 1].contains(other.value ?? 0))
      await end.value
      // Ended, or durable.
      _ = await save.result
    }
    #expect(saved.load(from: storage).value == rounds)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { !$0.hasPrefix(".") } == ["count.saved"])
  }

  /// A store with a change that is not saved yet.
  private func begin(_ loaded: Loaded<Int>, _ count: Int) -> (Held, Persistence) {
    let store = makeStore(count)
    let saving = store.persist(\.self, as: loaded, every: .zero)
    store.send(1)
    return (Held(store), saving)
  }
}
