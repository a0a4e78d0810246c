import StoreCore
import StoreTesting
import _StoreTestSupport

/// A store of words for test stores: its state is the list of the words that it has handled.
@MainActor
struct Script {
  typealias Tested = TestStore<ScriptStore<String>, [String]>

  let executor = TestExecutor()
  let clock: TestClock
  let store: ScriptStore<String>

  init(script: @escaping @MainActor (String, TestClock) -> EffectProgram<String> = { _, _ in .none }) {
    let clock = TestClock(executor: executor)
    self.clock = clock
    store = ScriptStore(options: StoreOptions(executor: executor)) { script($0, clock) }
  }

  /// A test store that does not wait for work outside the executor.
  func tested(_ exhaustivity: Exhaustivity = .on) -> Tested {
    TestStore(store, exhaustivity: exhaustivity, waitLimit: .zero)
  }
}

extension EffectProgram where Action == String {
  /// Sends words after a while.
  static func later(_ name: EffectID?, _ clock: TestClock, _ words: String...) -> EffectProgram {
    .run(EffectOptions(id: name)) { send in
      try await clock.sleep(for: .seconds(1))
      for word in words { send(word) }
    }
  }

  /// Sends words.
  static func now(_ words: String...) -> EffectProgram {
    .run { send in
      for word in words { send(word) }
    }
  }
}
