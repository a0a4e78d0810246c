/// The name of an effect within one store.
///
/// Any `Hashable & Sendable` value can be a name. Names are compared by type and value: `1`, `"1"` and `1.0` are three
/// names. A string literal makes the name of that `String`:
///
/// ```swift
/// let search: EffectID = "search"
/// search == EffectID("search")  // true
/// EffectID(1) == EffectID("1")  // false
/// ```
///
/// An optional stands for its wrapped value: `EffectID(Optional("search"))` is `"search"`. `nil` is a name of its own.
///
/// A module that is compiled with `defaultIsolation(MainActor.self)` has to declare an id enum `nonisolated`;
/// otherwise its `Hashable` conformance belongs to the main actor and cannot be used here.
///
/// Hashing, comparing and deallocating a value must not call a store: its registry may be locked meanwhile.
///
/// - Complexity: hashing and comparing cost as much as for the wrapped value.
public struct EffectID: Hashable, Sendable {
  private enum Storage: Equatable, Sendable {
    case string(String)
    case int(Int)
    indirect case scoped(EffectScope, EffectID)
    indirect case other(AnyName)
  }

  private let storage: Storage

  /// Hashes the wrapped value.
  public func hash(into hasher: inout Hasher) {
    // Without the kind, which equality compares: every start and end of an effect hashes its name.
    switch storage {
    case .string(let string): hasher.combine(string)
    case .int(let int): hasher.combine(int)
    case .scoped(let scope, let id):
      hasher.combine(scope)
      hasher.combine(id)
    case .other(let name): hasher.combine(name)
    }
  }

  /// Creates the name that `value` stands for; an `EffectID` stays as it is.
  public init<Value: Hashable & Sendable>(_ value: Value) {
    self.init(of: value)
  }

  fileprivate init<Value: Hashable>(of value: Value) {
    // Comparing the types first costs less than a cast.
    if Value.self == String.self, let string = value as? String {
      storage = .string(string)
    } else if Value.self == Int.self, let int = value as? Int {
      storage = .int(int)
    } else if Value.self == EffectID.self, let id = value as? EffectID {
      storage = id.storage
    } else if let name = (value as? any OptionalValue)?.name {
      storage = name.storage
    } else {
      storage = .other(AnyName(value: value))
    }
  }

  /// Creates the name made from a string, without checking its type.
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
  /// several parts. An effect of this name has the scoped name once ``EffectProgram/scoped(to:)`` has moved its program
  /// into that scope.
  public func scoped(to scope: some Hashable & Sendable) -> EffectID {
    scoped(within: EffectScope(scope))
  }

  func scoped(within scope: EffectScope) -> EffectID {
    // A name has one scope, whose path grows with each move.
    guard case .scoped(let inner, let id) = storage else { return EffectID(storage: .scoped(scope, self)) }
    return EffectID(storage: .scoped(inner.within(scope), id))
  }

  /// The name as seen from an enclosing scope.
  func seen(from ancestor: EffectScope) -> EffectID {
    guard case .scoped(let scope, let id) = storage, ancestor.contains(scope) else { return self }
    return scope.relative(to: ancestor).map { id.scoped(within: $0) } ?? id
  }

  private init(storage: Storage) {
    self.storage = storage
  }

  /// Whether it is the name of an owner, which is never shown; see ``Program/owned(by:)``.
  var isOwner: Bool {
    switch storage {
    case .scoped(_, let id): id.isOwner
    case .other(let name): name.cast(to: ProgramOwner.self) != nil
    case .string, .int: false
    }
  }

  /// The value that the name was made from, if it is of this type or, for an optional type, of the wrapped one; `nil`
  /// for a name inside a scope.
  ///
  /// ```swift
  /// EffectID(7).value(as: Int.self)  // 7
  /// EffectID(7).value(as: String.self)  // nil
  /// ```
  public func value<Value: Hashable & Sendable>(as type: Value.Type) -> Value? {
    guard Value.self != EffectID.self else { return self as? Value }
    return found(as: type)
  }

  fileprivate func found<Value>(as type: Value.Type) -> Value? {
    let value: Value? =
      switch storage {
      // The types are compared, because a cast would wrap the value in an optional.
      case .string(let string): Value.self == String.self ? string as? Value : nil
      case .int(let int): Value.self == Int.self ? int as? Value : nil
      case .scoped: nil
      // An instance of a subclass is of the type too.
      case .other(let name): Value.self is AnyObject.Type ? name.value as? Value : name.cast(to: Value.self)
      }
    guard value == nil, let optional = (type as? any OptionalValue.Type)?.value(of: self) else { return value }
    return optional as? Value
  }
}

#if DEBUG
extension EffectID {
  /// The scope of the name, if it has one, and the name in it.
  var parts: (scope: EffectScope?, name: EffectID) {
    if case .scoped(let scope, let id) = storage { (scope, id) } else { (nil, self) }
  }

  /// The type that the name was made from, and nothing for one inside a scope.
  var typeName: String {
    switch storage {
    case .string: "String"
    case .int: "Int"
    case .other(let name): "\(type(of: name.value))"
    case .scoped(_, let id): id.typeName
    }
  }

  /// Whether two names, without their scopes, differ only in their types, one of which is that of a literal.
  ///
  /// Two types of ids may well have cases of one name.
  func looksLike(_ other: EffectID) -> Bool {
    switch (storage, other.storage) {
    case (.string, .string), (.int, .int), (.other, .other), (.scoped, _), (_, .scoped): false
    default: description == other.description
    }
  }
}
#endif

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
  /// The wrapped value's own description, as logs and reports show it; without the modules of what it holds.
  public var description: String {
    switch storage {
    case .string(let string): string
    case .int(let int): String(int)
    case .scoped(let scope, let id): "\(scope)/\(id)"
    case .other(let name): ValueWords.of(name.value)
    }
  }
}

/// An optional of any type, for finding one in a generic value.
private protocol OptionalValue {
  /// The name of the wrapped value, if there is one.
  var name: EffectID? { get }

  /// The optional of the wrapped value that a name was made from.
  static func value(of name: EffectID) -> Self?
}

extension Optional: OptionalValue where Wrapped: Hashable {
  fileprivate var name: EffectID? { map { EffectID(of: $0) } }

  fileprivate static func value(of name: EffectID) -> Wrapped?? { name.found(as: Wrapped.self).map { .some($0) } }
}

/// A hashable value of any type, compared by type and value.
///
/// `AnyHashable` would not do: it treats `1` and `1.0` as equal.
// Unchecked: the value is sendable, or in a sendable optional, which no type can say of one that is found at run time.
private struct AnyName: Hashable, @unchecked Sendable {
  let value: any Hashable

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: value)))
    hasher.combine(value)
  }

  /// The value, if it is of exactly this type.
  func cast<Value>(to kind: Value.Type) -> Value? {
    // The types are compared, because a cast would unwrap an optional.
    if type(of: value) == kind { value as? Value } else { nil }
  }

  static func == (lhs: AnyName, rhs: AnyName) -> Bool {
    // The types of the values themselves: an object may be of a subclass.
    func equals<Value: Hashable>(_ value: Value) -> Bool { rhs.value as? Value == value }
    return type(of: lhs.value) == type(of: rhs.value) && equals(lhs.value)
  }
}
