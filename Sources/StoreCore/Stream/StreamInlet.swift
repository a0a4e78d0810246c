/// Where a stream effect puts its elements.
@usableFromInline
package struct StreamInlet<Element: Sendable>: Sendable {
  /// Hands an element over; tells whether the pump has to wait for room.
  @usableFromInline let yield: @Sendable (Element) -> Bool
  @usableFromInline let isFull: @Sendable () -> Bool
  @usableFromInline let core: EffectRunCore
  @usableFromInline let gate: StreamGate

  @inlinable
  init(run: EffectRun<Element>, buffer: StreamBuffer<Element>) {
    let letter = StreamLetter(run: run, buffer: buffer)
    let mailbox = run.mailbox
    yield = { element in
      guard !run.isCancelled else {
        run.tellDropped(element)
        return false
      }
      let (announces, isFull) = buffer.append(element)
      if announces {
        mailbox.push(letter)
      }
      return isFull
    }
    isFull = { buffer.isFull }
    core = run
    gate = buffer.gate
  }

  private init(
    yield: @escaping @Sendable (Element) -> Bool,
    isFull: @escaping @Sendable () -> Bool,
    core: EffectRunCore,
    gate: StreamGate
  ) {
    self.yield = yield
    self.isFull = isFull
    self.core = core
    self.gate = gate
  }

  func pullback<Other: Sendable>(_ transform: @escaping @Sendable (Other) -> Element) -> StreamInlet<Other> {
    let yield = self.yield
    return StreamInlet<Other>(yield: { yield(transform($0)) }, isFull: isFull, core: core, gate: gate)
  }

  /// Hands over the elements of a sequence until it ends or the effect is cancelled.
  @inlinable
  func pump<Elements: AsyncSequence>(_ elements: Elements) async throws where Elements.Element == Element {
    var iterator = elements.makeAsyncIterator()
    // At a throw too: until the run has landed it is not a stream that waits.
    defer { gate.didReceive() }
    while true {
      gate.willWait()
      guard let element = try await iterator.next(isolation: #isolation) else { break }
      gate.didReceive()
      // Ended by something inside the run, such as a timeout, while the run itself goes on.
      if Task.isCancelled, !core.isCancelled { break }
      if yield(element) {
        await gate.waitForRoom(while: isFull)
      }
      guard !core.isCancelled else { break }
    }
  }

  /// Hands an element over, and waits for room if there is none left.
  func forward(_ element: Element) async {
    if yield(element) {
      await gate.waitForRoom(while: isFull)
    }
  }
}
