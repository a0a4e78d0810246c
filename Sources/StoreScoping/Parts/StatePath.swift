import StoreCore

/// A key path to a part of a state, which changes the part in place by a pointer if it is stored in the state.
///
/// Engines that lift reducers use it; see ``Child/path``. In a module whose default isolation is the main actor, key paths
/// to its types are not `Sendable`. A path is used on the main actor only, but not isolated to it: closures given to
/// isolated methods check the executor at each call. That is safe, as the key path was sent here, so that no other code has
/// it.
public struct StatePath<Root, Value>: @unchecked Sendable {
  /// The key path.
  public let keyPath: WritableKeyPath<Root, Value>
  /// The offset of the part, if it is a stored property or one inside stored properties.
  @usableFromInline let offset: Int?

  /// Whether a read returns what was set: the setter of a computed property may store something else.
  @inlinable public var isStored: Bool { offset != nil }

  /// Creates a path from a key path that no other code has.
  @inlinable
  public init(_ keyPath: sending WritableKeyPath<Root, Value>) {
    self.keyPath = keyPath
    offset = MemoryLayout<Root>.offset(of: keyPath)
  }

  /// The name of a scope of the part, for one that is given none.
  var name: EffectID { EffectID("\(keyPath)") }

  /// Calls `body` with the part.
  @inlinable
  public func change<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    guard let offset else { return body(&root[keyPath: keyPath]) }
    // Never nil, and bound to the part's type: `MemoryLayout.offset(of:)` returns offsets for such access.
    return withUnsafeMutableBytes(of: &root) { bytes in
      body(&(bytes.baseAddress! + offset).assumingMemoryBound(to: Value.self).pointee)
    }
  }

  /// Calls `body` with the part if it is present; returns `nil` otherwise.
  @inlinable
  public func changePresent<Wrapped, Result>(_ root: inout Root, _ body: (inout Wrapped) -> Result) -> Result?
  where Value == Wrapped? {
    // A computed property that is `nil` is not set to `nil`: its setter may do something with it.
    guard isStored || root[keyPath: keyPath] != nil else { return nil }
    return change(&root) { $0.change(body) }
  }

  /// Calls `body` with the part, which is not copied.
  @inlinable
  public func read<Result>(_ root: borrowing Root, _ body: (borrowing Value) -> Result) -> Result {
    guard let offset else { return body((copy root)[keyPath: keyPath]) }
    // Never nil, and bound to the part's type: `MemoryLayout.offset(of:)` returns offsets for such access.
    return withUnsafeBytes(of: root) { bytes in
      body((bytes.baseAddress! + offset).assumingMemoryBound(to: Value.self).pointee)
    }
  }
}

extension Optional {
  /// Changes the wrapped value in place; `nil` if there is none.
  @inlinable
  mutating func change<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    guard self != nil else { return nil }
    // Not nil: checked above, and exclusive access keeps it so.
    return body(&self!)
  }
}
