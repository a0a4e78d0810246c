extension RuntimeCore {
  /// The time that passes before the next look at a stream that has just had several elements.
  ///
  /// During a look its pump in the pool waits for the buffer's lock: a look in each turn of an idle main actor, about
  /// one in a microsecond, would make elements a tenth slower. After a longer pause the pump is so far ahead that it
  /// waits for a live producer more often. Other messages of the store wait too.
  private static let pauseBetweenBursts = Duration.microseconds(2)

  /// Handles the elements in a stream's buffer.
  func takeElements(of run: EffectRun) {
    guard let elements = run.buffer?.take(), !elements.isEmpty else { return }
    handledCount += elements.count - 1
    keepNode(of: run)
    steps.append(.endElements(run))
    forward(elements[...], of: run)
  }

  /// Keeps a stream's node until its elements have been handled: one of them may cancel the stream, by a call of the
  /// store or of a handle.
  func keepNode(of run: EffectRun) {
    steps.append(.letGoNode(run, keeper: table.keep(run.node)))
  }

  func forward(_ elements: ArraySlice<AnyAction>, of run: EffectRun) {
    #if DEBUG
    if let last = elements.last { beginLink(with: last, of: run) }
    #endif
    let depth = steps.count
    for (index, action) in zip(elements.indices, elements) {
      handleUnlessCancelled(action, from: .effect(run))
      // What the action caused is done first.
      if steps.count > depth {
        if index + 1 < elements.endIndex { steps.insert(.elements(elements[(index + 1)...], run), at: depth) }
        return
      }
    }
  }

  func endElements(of run: EffectRun) {
    if run.buffer?.finishBatch() == true {
      // In a later turn of the main actor: elements that come meanwhile cost no wake-up.
      queue.appendForLater(.elements(run))
      // With an executor in the next one: there the order of turns may decide what happens at which time.
      if table.executor == nil { pauseEnd = ObserverHub.now + Self.pauseBetweenBursts }
    }
  }
}
