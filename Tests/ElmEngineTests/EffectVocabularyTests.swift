import ElmEngine
import Testing

/// The shared spellings make the cases that tests match on.
@Suite struct EffectVocabularyTests {
  @Test func `a task with a name is a cancellable one`() {
    guard case .cancellable(_, let id) = Effect<Int>.task(id: "load", { 1 }) else {
      Issue.record("Another case was made.")
      return
    }
    #expect(id == "load")
  }

  @Test func `variadic members equal those of an array`() {
    guard case .sequence(let members) = Effect<Int>.sequence(.cancel(id: "a"), .none), members.count == 2,
      case .merge(let parts) = Effect<Int>.merge(.none), parts.count == 1,
      case .cancel(let id) = members[0]
    else {
      Issue.record("Another case was made.")
      return
    }
    #expect(id == "a")
  }
}
