extension MainActor {
  /// Calls a function of the main actor from where it is known that this is the main actor: without a hop, and without
  /// the check of `assumeIsolated`, each of which costs more than a whole send.
  ///
  /// To be called where the isolation is `MainActor.shared`, and nowhere else.
  @inlinable
  package static func proven<Result>(_ body: @MainActor () -> Result) -> Result {
    typealias Plain = () -> Result
    return withoutActuallyEscaping(body) { body in
      // Unsafe: the two types have one representation, as isolation is no part of it; `assumeIsolated` does the same.
      unsafeBitCast(body, to: Plain.self)()
    }
  }
}
