import StoreCore

/// A place where operations wait for their cues.
final class Stage: Sendable {
  struct Failure: Error {}

  private struct Place {
    var cues: [Cue] = []
    var waiting: CheckedContinuation<Cue?, Never>?
    var isCancelled = false
    var isStubborn = false
  }

  private let places = Locked<[Int: Place]>([:])

  /// The operations that have begun and not ended.
  var present: Set<Int> { places.withLock { Set($0.keys) } }

  func give(_ cue: Cue, to number: Int) {
    places.withLock { places in
      guard let waiting = places[number]?.waiting else {
        places[number]?.cues.append(cue)
        return nil as CheckedContinuation<Cue?, Never>?
      }
      places[number]?.waiting = nil
      return waiting
    }?.resume(returning: cue)
  }

  /// Follows the cues for an operation until it ends.
  func perform(_ operation: Operation, isolation: isolated (any Actor)? = #isolation, send: (Step) -> Void) async throws
  {
    enter(operation)
    defer { leave(operation) }
    while let cue = await next(operation) {
      switch cue {
      case .finish: return
      case .fail: throw Failure()
      case .send(let steps):
        if operation.kind == .task { return }
        steps.forEach(send)
      }
    }
    throw CancellationError()
  }

  /// Lets operations that ignore a cancel do so from now on.
  ///
  /// Not from their beginning: whether they begin before a cancel of the same turn is open.
  func holdOut(_ isStubborn: (Int) -> Bool) {
    places.withLock { places in
      for number in places.keys { places[number]?.isStubborn = isStubborn(number) }
    }
  }

  func enter(_ operation: Operation) { places.withLock { $0[operation.number] = Place() } }

  func leave(_ operation: Operation) { places.withLock { $0[operation.number] = nil } }

  /// The next cue; `nil` if the operation was cancelled and does not ignore it.
  func next(_ operation: Operation, isolation: isolated (any Actor)? = #isolation) async -> Cue? {
    await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { continuation in
        let cue: Cue?? = places.withLock { places in
          if places[operation.number]?.isCancelled != false { return .some(nil) }
          if places[operation.number]?.cues.isEmpty == false { return places[operation.number]?.cues.removeFirst() }
          places[operation.number]?.waiting = continuation
          return nil
        }
        if let cue { continuation.resume(returning: cue) }
      }
    } onCancel: {
      places.withLock { places in
        guard places[operation.number]?.isStubborn == false else { return nil as CheckedContinuation<Cue?, Never>? }
        defer { places[operation.number]?.waiting = nil }
        places[operation.number]?.isCancelled = true
        return places[operation.number]?.waiting
      }?.resume(returning: nil)
    }
  }

  /// The sequence of a stream's elements.
  struct Elements: AsyncSequence {
    typealias Element = Step

    let stage: Stage
    let operation: Operation

    func makeAsyncIterator() -> Iterator { Iterator(stage: stage, operation: operation) }

    struct Iterator: AsyncIteratorProtocol {
      let stage: Stage
      let operation: Operation
      private var presence: Presence?
      private var steps: ArraySlice<Step> = []

      init(stage: Stage, operation: Operation) { (self.stage, self.operation) = (stage, operation) }

      mutating func next() async throws -> Step? { try await next(isolation: nil) }

      mutating func next(isolation: isolated (any Actor)?) async throws -> Step? {
        if presence == nil { presence = Presence(stage, operation) }
        while true {
          if let step = steps.popFirst() { return step }
          switch await stage.next(operation, isolation: isolation) {
          case .send(let steps)?:
            self.steps = steps[...]
          case .fail?:
            throw Stage.Failure()
          case .finish?, nil:
            return nil
          }
        }
      }
    }

    /// Leaves the stage when its iterator is released, because then it is asked for no more elements.
    private final class Presence: Sendable {
      private let stage: Stage
      private let operation: Operation

      init(_ stage: Stage, _ operation: Operation) {
        (self.stage, self.operation) = (stage, operation)
        stage.enter(operation)
      }

      deinit { stage.leave(operation) }
    }
  }
}
