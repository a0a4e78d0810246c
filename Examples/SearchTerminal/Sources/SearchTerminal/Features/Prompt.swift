import ElmEngine

/// What the user types, and whether the keys go to the text or to the results.
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
}

enum PromptAction: Equatable, Sendable {
  /// Take the keys of the keyboard from now on.
  case follow
  case pressed(Key)
  /// Replace the whole text, as a program does that types nothing.
  case replaced(String)
  case keyboardEnded
}

/// The prompt's store: a pure reducer, and a stream effect that reads the keys.
typealias PromptStore = ElmEngine.Store<Prompt, PromptAction>

extension Prompt {
  @MainActor
  static func makeStore(keys: AsyncStream<Key>, options: StoreOptions = StoreOptions()) -> PromptStore {
    PromptStore(initialState: Prompt(), environment: keys, options: options, reduce: reduce)
  }

  private static func reduce(
    state: consuming Prompt,
    action: PromptAction,
    keys: AsyncStream<Key>
  ) -> (Prompt, Effect<PromptAction>) {
    switch action {
    case .follow:
      return (state, .sequence([.stream(keys.map { .pressed($0) }, id: "keyboard"), .task { .keyboardEnded }]))
    case .pressed(let key):
      state.press(key)
      return (state, state.ending == nil ? .none : .cancel("keyboard"))
    case .replaced(let text):
      state.text = text
      return (state, .none)
    case .keyboardEnded:
      state.ending = state.ending ?? .quit
      return (state, .none)
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
