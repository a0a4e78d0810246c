/// The environment of a host's current identity.
@MainActor
@usableFromInline
final class CapturedEnv<Env> {
  @usableFromInline var env: Env

  @usableFromInline
  init(_ env: Env) {
    self.env = env
  }
}
