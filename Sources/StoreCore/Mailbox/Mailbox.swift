public import Synchronization

/// The way into a store from any thread: many senders, one reader on the main actor.
///
/// Lock-free: a sender puts its letter on top of a stack, the reader takes the whole stack at once and turns it
/// round. Letters of one sender stay in order, and a burst costs one hop to the main actor. It holds its store
/// weakly; letters to a store that has gone are dropped.
///
/// - Complexity: O(1) to push; O(letters) to take.
@usableFromInline
// Sendable: constants, atomics, and two variables that say beside them how they are used.
package final class Mailbox<Action: Sendable>: AnyMailbox, @unchecked Sendable {
  /// `idle`: empty, and no drain is due.
  ///
  /// `awake`: empty, and a drain is due. Else the newest letter, with a drain due.
  @usableFromInline let head = Atomic<UInt>(Mailbox.idle)

  @usableFromInline let placed = Atomic<Bool>(false)

  /// Its store, if that says itself when it ends.
  // Exclusivity: read and written by plain loads and stores; no access spans a call.
  @exclusivity(unchecked)
  // Read and written on the main actor.
  @usableFromInline nonisolated(unsafe) var kept: Runtime<Action>?

  /// Any other store.
  ///
  /// Apart from the one above: an object that is once held weakly costs more each time that it is held.
  // Exclusivity: written once, before it is shared; then only read.
  @exclusivity(unchecked)
  // Written once, on the main actor before the mailbox is shared; read on the main actor.
  @usableFromInline nonisolated(unsafe) weak var others: Runtime<Action>?

  @inlinable static var idle: UInt { 0 }
  @inlinable static var awake: UInt { 1 }

  /// Whether the store has said that it has ended.
  @usableFromInline let hasEnded = Atomic<Bool>(false)

  /// Its store, if that has not gone.
  @MainActor
  @inlinable var runtime: Runtime<Action>? {
    if let kept { return hasEnded.load(ordering: .relaxed) ? nil : kept }
    return others
  }

  /// Whether letters have to say where they were sent.
  @inlinable var notesPlaces: Bool {
    get { placed.load(ordering: .relaxed) }
    set { placed.store(newValue, ordering: .relaxed) }
  }

  /// Adds a letter, and has the store drain its mailbox soon unless that is due already.
  @inlinable
  package func push(_ letter: Letter) {
    // Balanced by the `takeRetainedValue` of whoever takes the letter out.
    push(retained: .passRetained(letter))
  }

  /// Adds a letter together with a reference to it.
  @inlinable
  @inline(__always)
  // Unmanaged: the reference goes to whoever takes the letter out.
  func push(retained letter: Unmanaged<Letter>) {
    let pointer = UInt(bitPattern: letter.toOpaque())
    var top = head.load(ordering: .relaxed)
    while true {
      // The reference is the caller's until the exchange.
      letter._withUnsafeGuaranteedRef { $0.next = top <= Mailbox.awake ? 0 : top }
      let (isExchanged, original) = head.weakCompareExchange(expected: top, desired: pointer, ordering: .releasing)
      if isExchanged { break }
      top = original
    }
    if top == Mailbox.idle {
      scheduleDrain()
    }
  }

  /// Adds an action that was sent from outside.
  @inlinable
  func push(_ action: Action, at location: CallSite) {
    guard !notesPlaces else {
      return push(SentLetter(action, location: LocationBox(location)))
    }
    // As above. Passed on as it was made: else each action would cost another reference.
    push(retained: .passRetained(ActionLetter(action)))
  }

  /// Has the store drain its mailbox soon, even if it is empty.
  package func wake() {
    let (isExchanged, _) = head.compareExchange(
      expected: Mailbox.idle,
      desired: Mailbox.awake,
      ordering: .sequentiallyConsistent
    )
    if isExchanged {
      scheduleDrain()
    }
  }

  @inlinable var isEmpty: Bool {
    head.load(ordering: .acquiring) <= Mailbox.awake
  }

  /// Whether it is empty, and the store looks again only when it is told.
  var isAtRest: Bool { head.load(ordering: .acquiring) == Mailbox.idle }

  /// How many letters there are: none, one, or two for more than one.
  ///
  /// To be called by the reader, who alone takes letters out.
  var countOfFirst: Int {
    let newest = head.load(ordering: .acquiring)
    guard newest > Mailbox.awake else { return 0 }
    // The stack holds a reference to it until the reader takes it.
    return Self.letter(newest)._withUnsafeGuaranteedRef { $0.next } == 0 ? 1 : 2
  }

  /// Takes all letters, oldest first, linked by ``follower(of:)``.
  @inlinable
  package func takeAll() -> Letter? {
    guard !isEmpty else { return nil }
    // A drain stays due: whoever pushed onto the idle mailbox has scheduled it.
    var newest = head.exchange(Mailbox.awake, ordering: .acquiring)
    var oldest: UInt = 0
    while newest > Mailbox.awake {
      let letter = Self.letter(newest)
      // The stack holds a reference to each of its letters until it is taken below.
      let older = letter._withUnsafeGuaranteedRef { $0.next }
      // As above.
      letter._withUnsafeGuaranteedRef { $0.next = oldest }
      oldest = newest
      newest = older
    }
    // Balances the retain of `push`.
    return oldest == 0 ? nil : Self.letter(oldest).takeRetainedValue()
  }

  /// The letter after this one in what ``takeAll()`` returned.
  @inlinable
  package static func follower(of letter: Letter) -> Letter? {
    let next = letter.next
    letter.next = 0
    // Balances the retain of `push`.
    return next == 0 ? nil : Self.letter(next).takeRetainedValue()
  }

  @inlinable
  // Unmanaged: who turns it into a reference says on the spot which retain that balances.
  static func letter(_ bits: UInt) -> Unmanaged<Letter> {
    // Never null: the bits come from `push`, and 0 and 1 were ruled out.
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: bits)!)
  }

  /// Notes that no drain is due any more.
  ///
  /// In one order with ``wake()`` and what is noted before it: who looks for that after the rest has seen it, or is woken.
  ///
  /// - Returns: `false` where letters have come meanwhile; then a drain stays due.
  @inlinable
  func rest() -> Bool {
    let (isExchanged, original) = head.compareExchange(
      expected: Mailbox.awake,
      desired: Mailbox.idle,
      ordering: .sequentiallyConsistent
    )
    return isExchanged || original == Mailbox.idle
  }

  @usableFromInline
  package func scheduleDrain() {
    // Detached, so that the sender's task-local values and priority do not leak into handlers.
    Task.detached { @MainActor [self] in
      if let runtime {
        runtime.drainWhenDue()
      } else {
        discard()
      }
    }
  }

  /// Drops the letters to a store that has gone.
  ///
  /// Kept, they would keep their senders, which keep the mailbox.
  private func discard() {
    repeat {
      var letter = takeAll()
      while let current = letter {
        letter = Self.follower(of: current)
      }
    } while !rest()
  }
}
