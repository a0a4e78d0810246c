/// Who listens to a store's actions: the observer and the subscribers.
///
/// A store without listeners has none.
@MainActor
@usableFromInline
final class ActionTap<Action: Sendable> {
  private let observer: (any RuntimeObserver)?
  private var subscribers: [AsyncStream<Action>.Continuation] = []

  init(observer: (any RuntimeObserver)?) {
    self.observer = observer
  }

  deinit {
    for subscriber in subscribers {
      subscriber.finish()
    }
  }

  func subscribe(_ continuation: AsyncStream<Action>.Continuation) {
    subscribers.append(continuation)
  }

  /// Whether nobody listens any more.
  var isUnused: Bool { observer == nil && subscribers.isEmpty }

  func handled(_ action: Action) {
    observer?.receive(.actionHandled(action))
    guard !subscribers.isEmpty else { return }
    subscribers.removeAll { subscriber in
      if case .terminated = subscriber.yield(action) { true } else { false }
    }
  }
}
