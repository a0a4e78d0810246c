/// The environment of a host's current identity.
@MainActor
@usableFromInline
final class CapturedEnv<Env> {
  @usableFromInline var env: Env
  #if DEBUG
  /// Called when the first event is handled, if somebody waits for it.
  var onFirstEvent: (() -> Void)?
  #endif

  @usableFromInline
  init(_ env: Env) {
    self.env = env
  }

  /// Notes, in debug builds, that an event is handled.
  @usableFromInline
  func noteEvent() {
    #if DEBUG
    onFirstEvent.take()?()
    #endif
  }
}
