import Testing

@testable import StoreRecording

/// The trees and the differences of values.
@MainActor
@Suite struct ValueTreeTests {
  nonisolated struct Row: Equatable, Identifiable {
    var id: Int
    var title = ""
  }

  nonisolated struct Login: Equatable {
    var name = "me"
    var accessToken = "abc"
    var oldPasswords = ["x"]
  }

  nonisolated struct State: Equatable {
    var rows = [Row(id: 1, title: "a"), Row(id: 2, title: "b")]
    var login = Login()
    var byName = ["a": [1, 2]]
  }

  // MARK: Trees

  @Test func `a tree has two levels, and a path leads further`() throws {
    let tree = try #require(ValueTree(of: State()))
    #expect(tree.children.map(\.name) == [".rows", ".login", ".byName"])
    #expect(tree.children[0].text == "2 parts")
    #expect(tree.children[0].children.map(\.text) == ["2 parts", "2 parts"])
    #expect(tree.children[0].children[0].children == [])
    #expect(tree.children[0].children[0].leftOut == 2)
    #expect(ValueTree(of: State(), at: ".rows[1].title")?.text == "b")
    #expect(ValueTree(of: State(), at: #".byName["a"][1]"#)?.text == "2")
    #expect(ValueTree(of: State(), at: ".rows[2]") == nil)
    #expect(ValueTree(of: State(), at: ".row") == nil)
  }

  @Test func `a hundred parts and a thousand characters are shown`() throws {
    let tree = try #require(ValueTree(of: Array(0..<250)))
    #expect(tree.children.count == 100)
    #expect(tree.leftOut == 150)
    let long = try #require(ValueTree(of: String(repeating: "ab", count: 501)))
    #expect(long.text.count == 1_000)
    #expect(long.isCut)
    #expect(ValueTree(of: String(repeating: "ab", count: 500))?.isCut == false)
  }

  @Test func `secrets are hidden, by any way`() async throws {
    let login = try #require(ValueTree(of: State(), at: ".login"))
    #expect(login.children.map(\.text) == ["me", "(hidden)", "(hidden)"])
    #expect(login.children[2].children.isEmpty)
    #expect(ValueTree(of: State(), at: ".login.accessToken") == nil)
    var other = State()
    other.login.accessToken = "def"
    #expect(
      await ValueChanges(from: State(), to: other, slices: MainActorSlices()).changes.map(\.after) == ["(hidden)"]
    )
  }

  @Test func `a value with a mirror of its own is one part`() {
    struct Sealed: CustomReflectable, CustomStringConvertible {
      var customMirror: Mirror { Mirror(self, children: ["inside": 1]) }
      var description: String { "sealed" }
    }
    #expect(ValueTree(of: Sealed())?.children == [])
    #expect(ValueTree(of: Sealed())?.text == "sealed")
  }

  // MARK: Changes

  private func changes(_ change: (inout State) -> Void) async -> [String] {
    var state = State()
    change(&state)
    return await ValueChanges(from: State(), to: state, slices: MainActorSlices()).changes
      .map { "\($0.path): \($0.before ?? "-") \($0.after ?? "-")" }
  }

  @Test func `rows are matched by their ids`() async {
    let title = await changes { $0.rows[1].title = "c" }
    #expect(title == [".rows[id: 2].title: b c"])
    let insertion = await changes { $0.rows.insert(Row(id: 3), at: 0) }
    #expect(insertion == [".rows[id: 3]: - Row(id: 3, title: \"\")"])
    let removal = await changes { $0.rows.removeFirst() }
    #expect(removal == [".rows[id: 1]: Row(id: 1, title: \"a\") -"])
    let move = await changes { $0.rows.swapAt(0, 1) }
    #expect(move.map { $0.prefix(6) } == [".rows:"])
    let both = await changes { state in
      state.rows.swapAt(0, 1)
      state.rows[0].title = "c"
    }
    #expect(both.map { $0.prefix(6) } == [".rows:"])
    let value = await changes { $0.byName["a"]?[1] = 3 }
    #expect(value == [#".byName["a"][1]: 2 3"#])
    #expect(await changes { _ in } == [])
  }

  @Test func `a difference ends where values are equal, whatever they consist of`() async {
    struct Loose: Equatable {
      var number: Int
      static func == (first: Loose, second: Loose) -> Bool { true }
    }
    #expect(await ValueChanges(from: Loose(number: 1), to: Loose(number: 2), slices: MainActorSlices()).changes.isEmpty)
  }

  @Test func `a difference stops at a hundred changes`() async {
    let changes = await ValueChanges(from: Array(0..<150), to: Array(1..<151), slices: MainActorSlices())
    #expect(changes.changes.count == 100)
    #expect(changes.isCut)
    let hundred = await ValueChanges(from: Array(0..<100), to: Array(1..<101), slices: MainActorSlices())
    #expect(!hundred.isCut)
  }
}
