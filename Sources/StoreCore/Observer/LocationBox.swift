/// A place on its way with an action, in one word.
@usableFromInline
final class LocationBox: Sendable {
  let location: SourceLocation

  @usableFromInline
  init(_ location: SourceLocation) {
    self.location = location
  }
}
