/// The name of an effect within one store.
///
/// Any `Hashable & Sendable` value can be a name. Names are compared by type and value, so that `1`, `"1"` and
/// `1.0` are three names. A string literal is the name made from that `String`:
///
/// ```swift
/// let search: EffectID = "search"
/// search == EffectID("search")  // true
/// EffectID(1) == EffectID("1")  // false
/// ```
///
/// A module that is compiled with `defaultIsolation(MainActor.self)` has to declare an id enum `nonisolated`;
/// otherwise its `Hashable` conformance belongs to the main actor and cannot be used here.
///
/// A value's hashing, equality and end of life must not call a store: they may happen while its registry is locked.
///
/// - Complexity: hashing and comparing cost what the wrapped value's do.
public struct EffectID: Hashable, Sendable {
  private enum Storage: Equatable, Sendable {
    case string(String)
    case int(Int)
    case scoped(ScopedEffectID)
    case other(EffectIDBox)
  }

  private let storage: Storage

  /// Hashes the wrapped value.
  public func hash(into hasher: inout Hasher) {
    // Without the kind: equality looks at it, and every start and end of an effect hashes its name.
    switch storage {
    case .string(let string): hasher.combine(string)
    case .int(let int): hasher.combine(int)
    case .scoped(let scoped): hasher.combine(scoped)
    case .other(let box): hasher.combine(box)
    }
  }

  /// Creates the name that `value` stands for; an `EffectID` is taken over as it is.
  public init<Value: Hashable & Sendable>(_ value: Value) {
    // Asked for the type, because a cast would look into an optional: `Optional(1)` is another name than `1`.
    if Value.self == String.self, let string = value as? String {
      storage = .string(string)
    } else if Value.self == Int.self, let int = value as? Int {
      storage = .int(int)
    } else if Value.self == EffectID.self, let id = value as? EffectID {
      storage = id.storage
    } else {
      storage = .other(EffectIDBox.Of(value))
    }
  }

  /// Creates the name made from a string, without a look at its type.
  public init(_ string: String) {
    storage = .string(string)
  }

  /// The same name within a scope, so that two instances of one child feature do not share names.
  ///
  /// ```swift
  /// EffectID("load").scoped(to: row.id)
  /// ```
  ///
  /// Scopes nest, and a scoped name equals no unscoped one. A scope is any hashable value, or an ``EffectScope`` of
  /// several parts. It is the name that an effect of this name has whose program was moved into that scope by
  /// ``EffectProgram/scoped(to:)``.
  public func scoped(to scope: some Hashable & Sendable) -> EffectID {
    scoped(within: EffectScope(scope))
  }

  func scoped(within scope: EffectScope) -> EffectID {
    guard case .scoped(let inner) = storage else {
      return EffectID(storage: .scoped(ScopedEffectID(scope: scope, id: self)))
    }
    return EffectID(storage: .scoped(ScopedEffectID(scope: inner.scope.within(scope), id: inner.id)))
  }

  /// The name of an effect in a scope, as it is seen from a scope around it.
  func scoped(within scope: EffectScope?, seenFrom ancestor: EffectScope) -> EffectID {
    scope?.relative(to: ancestor).map { scoped(within: $0) } ?? self
  }

  private init(storage: Storage) {
    self.storage = storage
  }

  /// The value that the name was made from, if it is of this type.
  ///
  /// ```swift
  /// EffectID(7).value(as: Int.self)  // 7
  /// EffectID(7).value(as: String.self)  // nil
  /// ```
  public func value<Value: Hashable & Sendable>(as type: Value.Type) -> Value? {
    guard Value.self != EffectID.self else { return self as? Value }
    return switch storage {
    // Asked for the type, because a cast would put the value into an optional.
    case .string(let string): Value.self == String.self ? string as? Value : nil
    case .int(let int): Value.self == Int.self ? int as? Value : nil
    case .scoped: nil
    case .other(let box): (box as? EffectIDBox.Of<Value>)?.value
    }
  }
}

extension EffectID: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// Creates the name made from a string.
  public init(stringLiteral value: String) {
    storage = .string(value)
  }

  /// Creates the name made from an `Int`.
  public init(integerLiteral value: Int) {
    storage = .int(value)
  }
}

extension EffectID: CustomStringConvertible {
  /// The wrapped value's own description, as logs and reports show it.
  public var description: String {
    switch storage {
    case .string(let string): string
    case .int(let int): String(int)
    case .scoped(let scoped): "\(scoped.scope)/\(scoped.id)"
    case .other(let box): box.description
    }
  }
}
