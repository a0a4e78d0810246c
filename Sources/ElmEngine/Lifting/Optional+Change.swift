extension Optional {
  /// Changes the wrapped value in place; `nil` where there is none.
  @inlinable
  mutating func change<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    guard self != nil else { return nil }
    // Not nil: asked for above, and nobody else can change it meanwhile.
    return body(&self!)
  }
}
