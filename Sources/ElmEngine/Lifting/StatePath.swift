/// A key path to a part of a state, which changes the part in place by a pointer if it is stored in the state.
///
/// In a module whose default isolation is the main actor, key paths to its types are not `Sendable`. A path is used on
/// the main actor only, but not isolated to it: closures given to isolated methods check the executor at each call.
@usableFromInline
// Sendable: the key path was sent here, so no other code has it, and it is used as said above.
struct StatePath<Root, Value>: @unchecked Sendable {
  @usableFromInline let keyPath: WritableKeyPath<Root, Value>
  /// The offset of the part, if it is a stored property or one inside stored properties.
  @usableFromInline let offset: Int?

  /// Whether a read returns what was set: the setter of a computed property may store something else.
  @inlinable var isStored: Bool { offset != nil }

  @inlinable
  init(_ keyPath: sending WritableKeyPath<Root, Value>) {
    self.keyPath = keyPath
    offset = MemoryLayout<Root>.offset(of: keyPath)
  }

  /// Calls `body` with the part.
  @inlinable
  func change<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    guard let offset else { return body(&root[keyPath: keyPath]) }
    // Never nil, and bound to the part's type: `MemoryLayout.offset(of:)` returns offsets for such access.
    return withUnsafeMutableBytes(of: &root) { bytes in
      body(&(bytes.baseAddress! + offset).assumingMemoryBound(to: Value.self).pointee)
    }
  }

  /// Calls `body` with the part if it is present; returns `nil` otherwise.
  @inlinable
  func changePresent<Wrapped, Result>(_ root: inout Root, _ body: (inout Wrapped) -> Result) -> Result?
  where Value == Wrapped? {
    // A computed property that is `nil` is not set to `nil`: its setter may do something with it.
    guard isStored || root[keyPath: keyPath] != nil else { return nil }
    return change(&root) { $0.change(body) }
  }

  /// Calls `body` with the part, which is not copied.
  @inlinable
  func read<Result>(_ root: borrowing Root, _ body: (borrowing Value) -> Result) -> Result {
    guard let offset else { return body((copy root)[keyPath: keyPath]) }
    // Never nil, and bound to the part's type: `MemoryLayout.offset(of:)` returns offsets for such access.
    return withUnsafeBytes(of: root) { bytes in
      body((bytes.baseAddress! + offset).assumingMemoryBound(to: Value.self).pointee)
    }
  }
}
