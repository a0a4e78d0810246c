extension SendHandle {
  /// Waits until the action was handled and its own effects have ended, as ``value`` does.
  ///
  /// ```swift
  /// await store.send(.refresh).finish()
  /// ```
  public func finish() async {
    await value
  }
}
