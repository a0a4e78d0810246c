/// The place of one child feature in a store, to which its effects belong: a path of hashable parts.
///
/// Two effects of one name in two scopes are independent. A scope's effects, including those of the scopes nested in
/// it, are cancelled together:
///
/// ```swift
/// let row = EffectScope("rows").appending(7)
/// EffectProgram.task(EffectOptions(id: "load")) { .loaded(try await load()) }.scoped(to: row)
/// EffectProgram.cancel(.scope("rows"))  // of all rows
/// ```
///
/// Parts are compared by type and value, as names are; see ``EffectID``.
///
/// - Complexity: O(1) to append a part, apart from hashing it, and to hash the scope; O(parts) to compare equal scopes
///   that were made separately.
public struct EffectScope: Hashable, Sendable {
  private let level: Level

  private init(_ level: Level) {
    self.level = level
  }

  /// Creates the outermost scope of a value; an `EffectScope` stays as it is.
  public init<Part: Hashable & Sendable>(_ part: Part) {
    self = Self.scope(part, in: nil)
  }

  /// The path of this scope followed by that of another one.
  ///
  /// - Complexity: O(the parts of `inner`), which are not hashed again.
  public func appending(_ inner: EffectScope) -> EffectScope { inner.within(self) }

  /// The scope of a value inside this one; an `EffectScope` is appended part by part.
  public func appending<Part: Hashable & Sendable>(_ part: Part) -> EffectScope { Self.scope(part, in: self) }

  private static func scope<Part: Hashable & Sendable>(_ part: Part, in outer: EffectScope?) -> EffectScope {
    // Comparing the types first costs less than a cast.
    if Part.self == EffectScope.self || Part.self == EffectScope?.self, let inner = part as? EffectScope {
      return inner.within(outer)
    }
    let part = EffectID(part)
    return EffectScope(Level(part, hash: part.hashValue, in: outer?.level))
  }

  /// The scope inside an outer path, in O(its own parts), which are not hashed again.
  func within(_ outer: EffectScope?) -> EffectScope {
    outer.flatMap { innermost(depth, in: $0.level) } ?? self
  }

  /// The scope around this one; an outermost scope has none.
  public var outer: EffectScope? { level.outer.map { EffectScope($0) } }

  /// The number of parts, at least 1.
  public var depth: Int { level.depth }

  /// The parts of the path, outermost first.
  ///
  /// - Complexity: O(parts).
  public var parts: [EffectID] {
    sequence(first: level, next: \.outer).map(\.part).reversed()
  }

  /// Whether `other` is this scope or nested in it.
  ///
  /// - Complexity: O(parts).
  public func contains(_ other: EffectScope) -> Bool {
    var inner = other
    while inner.depth > depth, let outer = inner.outer {
      inner = outer
    }
    return inner == self
  }

  /// The path from an outer scope to this one; `nil` for that scope itself.
  func relative(to ancestor: EffectScope) -> EffectScope? {
    innermost(depth - ancestor.depth, in: nil)
  }

  /// The last parts of the path inside another one; `nil` if there are none.
  private func innermost(_ count: Int, in outer: Level?) -> EffectScope? {
    // The usual case: each level of children adds one.
    if count == 1 { return EffectScope(Level(level.part, hash: level.partHash, in: outer)) }
    let levels = sequence(first: level, next: \.outer).prefix(max(0, count)).reversed()
    return levels.reduce(outer) { Level($1.part, hash: $1.partHash, in: $0) }.map { EffectScope($0) }
  }

  /// Hashes the path.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(level.hash)
  }

  /// Whether two scopes have the same parts in the same order.
  public static func == (lhs: EffectScope, rhs: EffectScope) -> Bool {
    guard lhs.level.hash == rhs.level.hash, lhs.depth == rhs.depth else { return false }
    var (left, right) = (lhs.level, rhs.level)
    // Scopes made from the same outer scope share its levels.
    while left !== right {
      guard left.part == right.part else { return false }
      // As they have the same depth, both end here.
      guard let outer = left.outer, let other = right.outer else { return true }
      (left, right) = (outer, other)
    }
    return true
  }

  /// One part of a path, and the hash of the path that ends with it.
  // Unchecked: `outer` changes only in a `deinit`, of this level or of one inside that had the last reference to it.
  private final class Level: @unchecked Sendable {
    private(set) var outer: Level?
    let part: EffectID
    let partHash: Int
    let hash: Int
    let depth: Int

    init(_ part: EffectID, hash partHash: Int, in outer: Level?) {
      self.outer = outer
      self.part = part
      self.partHash = partHash
      depth = (outer?.depth ?? 0) + 1
      // The parts' own hashes are well mixed: an odd factor keeps the order of the parts apart.
      hash = outer.map { ($0.hash &* 0x2545_F491_4F6C_DD1D) ^ partHash } ?? partHash
    }

    deinit {
      // Level by level, as nested calls for a long path would exhaust the stack.
      var next = outer.take()
      while next != nil, isKnownUniquelyReferenced(&next) {
        next = next?.outer.take()
      }
    }
  }
}

extension EffectScope: CustomStringConvertible {
  /// The parts' descriptions, as logs and reports show them.
  public var description: String {
    parts.map(\.description).joined(separator: "/")
  }
}
