import StoreCore
import Testing
import _StoreTestSupport

/// An effect on the main actor that performs one action after the other.
@MainActor
@Suite struct PerformingLoopTests {
  @Test func `other work on the main actor runs after each 1,024th performed action`() async {
    let turns = Counter()
    let store = ScriptStore { (action: Int) -> EffectProgram<Int> in
      guard action == 0 else { return .none }
      return .runOnMainActor { send in
        for round in 1...2 {
          Task { @MainActor in turns.add() }
          for number in 1..<1_024 { await send.perform(number) }
          #expect(turns.value == round - 1)
          await send.perform(1_024)
          #expect(turns.value == round)
        }
      }
    }
    await store.send(0).value
    #expect(store.state.count == 2_049)
  }

  @Test func `other work on the main actor runs after each 1,024th action that an inlet performs`() async {
    let turns = Counter()
    let store = ScriptStore { (_: Int) -> EffectProgram<Int> in .none }
    let inlet = store.runtime.inlet
    for round in 1...2 {
      Task { @MainActor in turns.add() }
      for number in 1..<1_024 { await inlet.perform(number, at: .unknown) }
      #expect(turns.value == round - 1)
      await inlet.perform(1_024, at: .unknown)
      #expect(turns.value == round)
    }
    #expect(store.state.count == 2_048)
  }
}
