/// A place on its way with an action, in one word.
@usableFromInline
final class LocationBox: Sendable {
  let location: CallSite

  @usableFromInline
  init(_ location: CallSite) {
    self.location = location
  }
}
