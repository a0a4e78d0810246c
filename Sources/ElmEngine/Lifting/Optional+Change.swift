extension Optional {
  /// Changes the wrapped value in place; `nil` if there is none.
  @inlinable
  mutating func change<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    guard self != nil else { return nil }
    // Not nil: checked above, and exclusive access keeps it so.
    return body(&self!)
  }
}
