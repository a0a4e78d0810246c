extension Optional {
  /// Changes the wrapped value in place; `nil` where there is none.
  @inlinable
  mutating func change<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    guard self != nil else { return nil }
    // Not nil: asked for above, and nobody else can change it meanwhile.
    return body(&self!)
  }

  /// Whether there is a value, and it satisfies a condition.
  @inlinable
  borrowing func isPresent(_ condition: (Wrapped) -> Bool) -> Bool {
    guard let wrapped = copy self else { return false }
    return condition(wrapped)
  }
}
