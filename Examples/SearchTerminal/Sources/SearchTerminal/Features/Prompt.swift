import ElmEngine

/// The text that the user types, and whether the keys go to it or to the results.
struct Prompt: Equatable, Sendable {
  enum Focus: Sendable {
    case text
    case results
  }

  enum Ending: Sendable {
    case quit
    case interrupted
  }

  var text = ""
  var focus = Focus.text
  var ending: Ending?
  /// The earlier texts.
  var history = History<String>()
}

enum PromptAction: Equatable, Sendable {
  /// Take the keys of the keyboard from now on.
  case follow
  case pressed(Key)
  /// Replace the whole text, as a program without a keyboard does.
  case replaced(String)
  case keyboardEnded
}

/// The prompt's store: a pure reducer, and a stream effect that reads the keys.
typealias PromptStore = ElmEngine.Store<Prompt, PromptAction>

extension Prompt {
  @MainActor
  static func makeStore(keys: AsyncStream<Key>, options: StoreOptions = StoreOptions()) -> PromptStore {
    let reducer = ComposedReducer { reduce(state: &$0, action: $1, keys: keys) }
      .undoable(\.text, history: \.history, rule: rule)
    let history = History<String>(clock: options.clock ?? ContinuousClock())
    return PromptStore(initialState: Prompt(history: history), options: options, reducer: reducer)
  }

  /// Text that is typed without a pause is one step; every other change of the text is a step of its own.
  private static func rule(of action: PromptAction) -> HistoryRule {
    switch action {
    case .pressed(.undo): .undo
    case .pressed(.redo): .redo
    case .pressed(.character), .pressed(.backspace): .record(group: "typing", within: .seconds(1))
    case .pressed, .replaced: .record
    case .follow, .keyboardEnded: .ignore
    }
  }

  private static func reduce(
    state: inout Prompt,
    action: PromptAction,
    keys: AsyncStream<Key>
  ) -> Effect<PromptAction> {
    switch action {
    case .follow:
      return .sequence([.stream(keys.map { .pressed($0) }, id: "keyboard"), .task { .keyboardEnded }])
    case .pressed(let key):
      state.press(key)
      return state.ending == nil ? .none : .cancel("keyboard")
    case .replaced(let text):
      state.text = text
      return .none
    case .keyboardEnded:
      state.ending = state.ending ?? .quit
      return .none
    }
  }

  private mutating func press(_ key: Key) {
    switch (focus, key) {
    case (_, .interrupt): ending = .interrupted
    case (_, .endOfInput), (.results, .character("q")): ending = .quit
    case (.text, .character(let character)): text.append(character)
    case (.text, .backspace): text = String(text.dropLast())
    case (.text, .clear): text = ""
    case (.text, .enter), (.text, .down): focus = .results
    case (.results, .escape), (.results, .character("/")): focus = .text
    default: break
    }
  }
}
