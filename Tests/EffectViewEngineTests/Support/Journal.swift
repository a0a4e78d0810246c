import EffectViewEngine

/// A host that records notes, and runs the effects that it is sent.
typealias Journal<Env> = EffectHost<[String], JournalEvent<Env>, Env>

/// The events of a journal.
enum JournalEvent<Env>: Sendable, CustomStringConvertible {
  case note(String)
  case run(Effect<JournalEvent, Env>)
  /// Notes the text, and runs the effect.
  case both(String, Effect<JournalEvent, Env>)

  @MainActor
  static func update(notes: inout [String], event: JournalEvent) -> Effect<JournalEvent, Env>? {
    switch event {
    case .note(let text):
      notes.append(text)
      return nil
    case .run(let effect):
      return effect
    case .both(let text, let effect):
      notes.append(text)
      return effect
    }
  }

  var description: String {
    switch self {
    case .note(let text), .both(let text, _): text
    case .run: "run"
    }
  }
}

extension EffectHost where State == [String], Event == JournalEvent<Env> {
  convenience init(
    initialEvent: Event? = nil,
    env: Env,
    options: StoreOptions = StoreOptions()
  ) {
    self.init(
      state: [],
      initialEvent: initialEvent,
      initialEnv: env,
      options: options,
      update: JournalEvent.update
    )
  }

  @discardableResult
  func run(_ effect: Effect<Event, Env>) -> SendHandle {
    send(.run(effect))
  }
}

extension EffectHost where State == [String], Event == JournalEvent<Env>, Env == Void {
  convenience init(initialEvent: Event? = nil, options: StoreOptions = StoreOptions()) {
    self.init(initialEvent: initialEvent, env: (), options: options)
  }
}
