import ElmEngine
import Testing

/// The contents of the cases for each kind of name, and matches on them in tests of reducers.
@Suite struct EffectNamesTests {
  private typealias Operation = @Sendable () async throws -> Int

  private let operation: Operation = { 1 }
  private let text = "x"

  private func name(of effect: Effect<Int>) -> EffectID? {
    switch effect {
    case .cancellable(_, let id), .stream(_, let id), .cancel(let id): id
    default: nil
    }
  }

  @Test func `a literal name is the name made from its string`() {
    #expect(name(of: .cancellable(operation, "x")) == EffectID(text))
    #expect(name(of: .stream(AsyncStream { $0.finish() }, id: "x")) == EffectID(text))
    #expect(name(of: .cancel("x")) == EffectID(text))
  }

  @Test func `operations take every kind of name`() {
    let name = EffectID(Screen.search)
    let effects: [(Effect<Int>, EffectID)] = [
      (.cancellable(operation, "x"), "x"),
      (.cancellable({ 1 }, "x"), "x"),
      (.cancellable(operation, text), "x"),
      (.cancellable(operation, "x\(1)"), "x1"),
      (.cancellable(operation, 1), 1),
      (.cancellable(operation, 1.5), EffectID(1.5)),
      (.cancellable(operation, Screen.user(2)), EffectID(Screen.user(2))),
      (.cancellable(operation, name), name),
    ]
    for (effect, id) in effects {
      #expect(self.name(of: effect) == id)
    }
  }

  @Test func `streams take every kind of name`() {
    let stream = AsyncStream<Int> { $0.finish() }
    let name = EffectID(Screen.search)
    let effects: [(Effect<Int>, EffectID)] = [
      (.stream(stream, id: "x"), "x"),
      (.stream(stream, id: text), "x"),
      (.stream(stream, id: "x\(1)"), "x1"),
      (.stream(stream, id: 1), 1),
      (.stream(stream, id: Screen.user(2)), EffectID(Screen.user(2))),
      (.stream(stream, id: name), name),
    ]
    for (effect, id) in effects {
      #expect(self.name(of: effect) == id)
    }
  }

  @Test func `cancels take every kind of name`() {
    let name = EffectID(Screen.search)
    let effects: [(Effect<Int>, EffectID)] = [
      (.cancel("x"), "x"),
      (.cancel(text), "x"),
      (.cancel("x\(1)"), "x1"),
      (.cancel(1), 1),
      (.cancel(Screen.user(2)), EffectID(Screen.user(2))),
      (.cancel(name), name),
    ]
    for (effect, id) in effects {
      #expect(self.name(of: effect) == id)
    }
  }

  @Test func `patterns match on names`() {
    func describe(_ effect: Effect<Int>) -> String {
      if case .cancellable(_, "x") = effect { return "cancellable x" }
      if case .cancellable(_, 1) = effect { return "cancellable 1" }
      if case .cancellable(_, EffectID(Screen.search)) = effect { return "cancellable search" }
      if case .stream(_, id: "x") = effect { return "stream x" }
      if case .cancel("x") = effect { return "cancel x" }
      return "another"
    }
    #expect(describe(.cancellable(operation, text)) == "cancellable x")
    #expect(describe(.cancellable(operation, 1)) == "cancellable 1")
    #expect(describe(.cancellable(operation, "1")) == "another")
    #expect(describe(.cancellable(operation, Screen.search)) == "cancellable search")
    #expect(describe(.cancellable(operation, Screen.user(1))) == "another")
    #expect(describe(.stream(AsyncStream { $0.finish() }, id: text)) == "stream x")
    #expect(describe(.cancel(text)) == "cancel x")
    #expect(describe(.cancel("y")) == "another")
    #expect(describe(.none) == "another")
  }

  @Test func `patterns match on composites`() throws {
    let effect = Effect<Int>.sequence([.cancel(Screen.search), .merge([.none, .task(operation)])])

    guard case .sequence(let members) = effect, case .cancel(let id) = members[0],
      case .merge(let merged) = members[1]
    else {
      Issue.record("the effect is not what it was made of")
      return
    }
    #expect(id == EffectID(Screen.search))
    guard case .none = merged[0], case .task = merged[1] else {
      Issue.record("the merged effects are not what they were made of")
      return
    }
  }
}
