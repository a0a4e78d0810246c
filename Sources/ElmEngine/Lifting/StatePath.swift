/// A key path to a part of a state, changed in place at the cost of a pointer where the part is stored in the state.
///
/// In a module whose code belongs to the main actor, key paths to its types are not `Sendable`. It is used on the main
/// actor only, but not isolated to it: closures given to isolated methods check the executor at each call.
@usableFromInline
// Sendable: the key path was sent here, so that nobody else has it, and it is used as said above.
struct StatePath<Root, Value>: @unchecked Sendable {
  @usableFromInline let keyPath: WritableKeyPath<Root, Value>
  /// Where the part is stored, if it is a stored property or one inside stored properties.
  @usableFromInline let offset: Int?

  /// Whether what is set is what is read afterwards: the setter of a computed property may make something else of it.
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
    // Never nil, and bound to the part's type: `MemoryLayout.offset(of:)` gives offsets that may be used so.
    return withUnsafeMutableBytes(of: &root) { bytes in
      body(&(bytes.baseAddress! + offset).assumingMemoryBound(to: Value.self).pointee)
    }
  }

  /// Calls `body` with the part where it is there, else returns `nil`.
  @inlinable
  func changePresent<Wrapped, Result>(_ root: inout Root, _ body: (inout Wrapped) -> Result) -> Result?
  where Value == Wrapped? {
    // A computed property is not set to the `nil` that it has, which may mean something else to its setter.
    guard isStored || root[keyPath: keyPath] != nil else { return nil }
    return change(&root) { $0.change(body) }
  }

  /// Calls `body` with the part, which is not copied.
  @inlinable
  func read<Result>(_ root: borrowing Root, _ body: (borrowing Value) -> Result) -> Result {
    guard let offset else { return body((copy root)[keyPath: keyPath]) }
    // Never nil, and bound to the part's type: `MemoryLayout.offset(of:)` gives offsets that may be used so.
    return withUnsafeBytes(of: root) { bytes in
      body((bytes.baseAddress! + offset).assumingMemoryBound(to: Value.self).pointee)
    }
  }
}
