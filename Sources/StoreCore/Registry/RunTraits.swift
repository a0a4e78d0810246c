/// What the registry has to know about a run besides its name.
@usableFromInline
package struct RunTraits: Hashable, Sendable {
  /// Whether it forwards a stream: waiting for a tree leaves it out.
  @usableFromInline package var isStream: Bool
  /// Whether its end has a continuation on the main actor, which its node has to wait for even after a cancel.
  @usableFromInline package var landsLate: Bool

  @usableFromInline
  package init(isStream: Bool = false, landsLate: Bool = false) {
    self.isStream = isStream
    self.landsLate = landsLate
  }
}
