/// Something that waits to be handled by a store on the main actor.
///
/// Letters are linked to each other in place, so that sending one allocates nothing besides the letter itself. A
/// letter is in one mailbox at most, and once at a time.
@usableFromInline
// Sendable: `next` is written by the one who holds the letter, before the exchange that hands it over.
package class Letter: @unchecked Sendable {
  @usableFromInline
  package enum Kind: Sendable {
    case action
    case sent
    case run
    case stream
  }

  /// What was sent before this one; once it was taken out, what comes behind.
  // Exclusivity: read and written by plain loads and stores, by who holds the letter; no access spans a call.
  @exclusivity(unchecked)
  @usableFromInline var next = MailboxTop.idle
  // Last: the small constants of a run fill what it leaves of the word.
  @usableFromInline package let kind: Kind

  @inlinable
  package init(_ kind: Kind) {
    self.kind = kind
  }
}
