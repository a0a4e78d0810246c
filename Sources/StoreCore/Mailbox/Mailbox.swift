public import Synchronization

/// The way into a store from any thread: many senders, one reader on the main actor.
///
/// Lock-free: a sender puts its letter on top of a stack, the reader takes the whole stack at once and turns it
/// round. Of actions that follow each other several share a block. Letters of one sender stay in order, and a burst
/// costs one hop to the main actor. It holds its store weakly; letters to a deallocated store are dropped.
///
/// - Complexity: O(1) to push where nobody pushes at the same time, with an allocation for the first two actions of a
///   burst and then for each block of them: see ``ActionBlock/capacity``. O(letters) to take.
@usableFromInline
// Sendable: constants, atomics, and two variables that say beside them how they are used.
package final class Mailbox<Action: Sendable>: AnyMailbox, @unchecked Sendable {
  /// A drain is due unless it is idle.
  @usableFromInline let head = Atomic(MailboxTop.idle)

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
    let top = MailboxTop(.passRetained(letter), isAction: false)
    var below = head.load(ordering: .relaxed)
    while true {
      letter.next = below
      let (isExchanged, original) = head.weakCompareExchange(expected: below, desired: top, ordering: .releasing)
      if isExchanged { break }
      below = original
    }
    if below == .idle {
      scheduleDrain()
    }
  }

  /// Adds an action that was sent from outside.
  @inlinable
  func push(_ action: Action, at location: CallSite) {
    guard !notesPlaces else {
      return push(SentLetter(action, location: location))
    }
    push(action)
  }

  /// Adds an action that was sent from outside, of which nothing else has to be known.
  @inlinable
  package func push(_ action: Action) {
    var action = action
    while let place = claim(for: action), let returned = place.fill(with: action) {
      // The reader did not wait for it, and nothing is out of order: an action counts as sent when this returns.
      action = returned
    }
  }

  /// Claims a place for an action in the block on top; where there is none, adds the action itself.
  @inlinable
  package func claim(for action: Action) -> ActionBlockPlace<Action>? {
    var below = head.load(ordering: .relaxed)
    while true {
      switch below.way(capacity: ActionBlock<Action>.capacity) {
      case .place(let index):
        // Acquiring, for what the block's maker wrote. Releasing, so that the reader who finds this place claimed finds
        // what this sender filled before at the first look, not only when it takes places away.
        let (isExchanged, original) = head.weakCompareExchange(
          expected: below,
          desired: below.withOneMore,
          ordering: .acquiringAndReleasing
        )
        if isExchanged {
          return ActionBlockPlace(block: ActionBlock(at: below.address), index: index)
        }
        below = original
      case .block:
        guard let top = pushBlock(of: action, on: below) else { return nil }
        below = top
      case .letter:
        guard let top = pushLetter(of: action, on: below) else { return nil }
        below = top
      }
    }
  }

  /// Adds a block with an action in its first place, unless others have pushed meanwhile.
  ///
  /// - Returns: what is on top, if that is not what was expected; then nothing was added.
  @inlinable
  @inline(never)
  package func pushBlock(of action: Action, on below: MailboxTop) -> MailboxTop? {
    let block = ActionBlock(first: action, on: below)
    let (isExchanged, original) = head.compareExchange(
      expected: below,
      desired: MailboxTop(block: block.address, count: 1),
      ordering: .releasing
    )
    if isExchanged { return nil }
    _ = block.takeBack(0)
    return original
  }

  /// The same with a letter of the action's own.
  @inlinable
  @inline(never)
  package func pushLetter(of action: Action, on below: MailboxTop) -> MailboxTop? {
    // Balanced by the `takeRetainedValue` of whoever takes the letter out, or below.
    let letter = Unmanaged<Letter>.passRetained(ActionLetter(action))
    // The reference is the caller's until the exchange.
    letter._withUnsafeGuaranteedRef { $0.next = below }
    let (isExchanged, original) = head.compareExchange(
      expected: below,
      desired: MailboxTop(letter, isAction: true),
      ordering: .releasing
    )
    guard isExchanged else {
      letter.release()
      return original
    }
    if below == .idle { scheduleDrain() }
    return nil
  }

  package override func wake() {
    let (isExchanged, _) = head.compareExchange(
      expected: .idle,
      desired: .awake,
      ordering: .sequentiallyConsistent
    )
    if isExchanged {
      scheduleDrain()
    }
  }

  @inlinable var isEmpty: Bool {
    head.load(ordering: .acquiring).isEmpty
  }

  /// Whether it is empty, and the store looks again only when it is told.
  var isAtRest: Bool { head.load(ordering: .acquiring) == .idle }

  /// How many letters there are: none, one, or two for more than one.
  ///
  /// To be called by the reader, who alone takes letters out.
  package var countOfFirst: Int {
    let newest = head.load(ordering: .acquiring)
    guard !newest.isEmpty else { return 0 }
    if newest.isBlock {
      return newest.count == 1 && ActionBlock<Action>(at: newest.address).header.pointee.next.isEmpty ? 1 : 2
    }
    // The mailbox holds a reference to it until the reader takes it.
    return newest.letter._withUnsafeGuaranteedRef { $0.next.isEmpty } ? 1 : 2
  }

  /// Takes all letters, oldest first.
  @inlinable
  package func takeAll() -> Letters<Action> {
    guard !isEmpty else { return Letters() }
    // A drain stays due: whoever pushed onto the idle mailbox has scheduled it.
    var newest = head.exchange(.awake, ordering: .acquiring)
    var oldest = MailboxTop.idle
    while !newest.isEmpty {
      let older: MailboxTop
      if newest.isBlock {
        let block = ActionBlock<Action>(at: newest.address)
        older = block.header.pointee.next
        block.open(claimed: newest.count)
        block.header.pointee.next = oldest
      } else {
        // The mailbox holds a reference to each of its letters until it is taken by `popFirst`.
        older = newest.letter._withUnsafeGuaranteedRef { $0.next }
        // As above.
        newest.letter._withUnsafeGuaranteedRef { $0.next = oldest }
      }
      oldest = newest
      newest = older
    }
    return Letters(first: oldest)
  }

  /// Notes that no drain is due any more.
  ///
  /// In one order with ``wake()`` and what is noted before it: who looks for that after the rest has seen it, or is
  /// woken.
  ///
  /// - Returns: `false` where letters have come meanwhile; then a drain stays due.
  @inlinable
  func rest() -> Bool {
    let (isExchanged, original) = head.compareExchange(
      expected: .awake,
      desired: .idle,
      ordering: .sequentiallyConsistent
    )
    return isExchanged || original == .idle
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

  /// Drops the letters to a deallocated store.
  ///
  /// Kept, they would keep their senders, which keep the mailbox.
  private func discard() {
    repeat {
      _ = takeAll()
    } while !rest()
  }
}
