/// The scopes of one store that have something in them: running or waiting effects, and unfinished composite programs.
///
/// Pure decisions. Runs are known by their places in the registry. A scope with nothing in it and in the scopes
/// nested in it is removed; one that comes again is another.
///
/// - Complexity: O(1) for each run and program, apart from hashing its scope, and O(parts) for the first one of a
///   scope; O(what is taken out) to cancel. A run outside of every scope costs a comparison.
package struct ScopeTree {
  private struct Place {
    let scope: EffectScope
    /// How many unfinished composite programs were started in the scope.
    var programs = 0
  }

  private var tree = RunTree<Place>()
  private var places: [EffectScope: Int] = [:]

  package init() {}

  /// Whether no scope has anything in it.
  package var isEmpty: Bool { places.isEmpty }

  /// The number of scopes that are kept, those around others included.
  package var count: Int { places.count }

  // MARK: Runs

  /// Adds a run to its scope.
  package mutating func link(run: Int, to scope: EffectScope) {
    tree.link(run: run, to: open(scope))
  }

  /// Takes a run out of its scope, if it is in one.
  package mutating func unlink(run: Int) {
    removeWhileEmpty(tree.unlink(run: run))
  }

  // MARK: Composite programs

  /// Adds an unfinished composite program to its scope.
  ///
  /// - Returns: what the program is ended by, and asked for.
  package mutating func begin(in scope: EffectScope) -> SlotKey {
    let index = open(scope)
    tree[index]?.programs += 1
    return tree.key(of: index)
  }

  /// Takes out a composite program that has ended, unless its scope was cancelled.
  ///
  /// To be called once for each that was begun.
  package mutating func end(_ key: SlotKey) {
    guard let index = tree.find(key) else { return }
    tree[index]?.programs -= 1
    removeWhileEmpty(index)
  }

  /// Whether a program that has not ended may go on: its scope was not cancelled since it began.
  package func isCurrent(_ key: SlotKey) -> Bool {
    tree.find(key) != nil
  }

  // MARK: Cancelling

  /// Takes out a scope and those nested in it.
  ///
  /// Their programs are no longer current.
  ///
  /// - Returns: their runs, outer scopes' first.
  package mutating func cancel(_ scope: EffectScope) -> [Int] {
    guard let root = places[scope] else { return [] }
    let parent = tree.parent(of: root)
    let runs = cut(root)
    removeWhileEmpty(parent)
    return runs
  }

  // MARK: Questions

  /// The runs in a scope and in those nested in it, outer scopes' first.
  package func runs(in scope: EffectScope) -> [Int] {
    places[scope].map { tree.runs(below: $0) } ?? []
  }

  /// The scopes with runs or programs of their own, in no particular order.
  package var scopes: [EffectScope] {
    places.compactMap { isOccupied($1) ? $0 : nil }
  }

  /// Whether a scope, or one nested in it, has something in it.
  package func contains(_ scope: EffectScope) -> Bool {
    places[scope] != nil
  }

  /// The scopes with runs or programs of their own that are one of these or nested in one, each once, in no particular
  /// order.
  package func scopes(in roots: [EffectScope]) -> [EffectScope] {
    var visited: Set<Int> = []
    return roots.flatMap { root in
      places[root].map { tree.subtree(of: $0) } ?? []
    }
    .compactMap { visited.insert($0).inserted && isOccupied($0) ? tree[$0]?.scope : nil }
  }

  // MARK: Nodes

  private func isOccupied(_ index: Int) -> Bool {
    tree.hasRuns(index) || hasPrograms(index)
  }

  private func hasPrograms(_ index: Int) -> Bool {
    tree[index].map { $0.programs > 0 } ?? false
  }

  private mutating func open(_ scope: EffectScope) -> Int {
    if let index = places[scope] { return index }
    // Outermost first, without recursion: a path may be long.
    var missing: [EffectScope] = []
    var parent: Int?
    var next = scope.outer
    while let outer = next {
      parent = places[outer]
      guard parent == nil else { break }
      missing.append(outer)
      next = outer.outer
    }
    for outer in missing.reversed() {
      parent = add(outer, below: parent)
    }
    return add(scope, below: parent)
  }

  private mutating func add(_ scope: EffectScope, below parent: Int?) -> Int {
    let index = tree.add(Place(scope: scope), below: parent)
    places[scope] = index
    return index
  }

  private mutating func cut(_ root: Int) -> [Int] {
    tree.cut(root) { places[$1.scope] = nil }
  }

  private mutating func removeWhileEmpty(_ start: Int?) {
    var next = start
    while let index = next, tree.isBare(index), !hasPrograms(index) {
      next = tree.parent(of: index)
      _ = cut(index)
    }
  }
}
