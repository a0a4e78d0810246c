#if Exhaustive
@testable import StoreCore

/// The answers of a tree of scopes, kept in plain arrays; a scope is the path of its parts.
struct ScopeTreeModel {
  struct Group {
    let key: ContainerKey
    let id: EffectID
    let action: NodeKey
    let outer: ContainerKey
    let path: [Int]
    var isWaiting = false
  }

  struct Run {
    let run: RunKey
    let node: ContainerKey
    let group: ContainerKey
    let path: [Int]
  }

  /// An unfinished composite program in a scope.
  struct Program: Equatable {
    let key: ContainerKey
    /// The innermost group that it is in.
    let group: ContainerKey
    let path: [Int]
    var isCancelled = false
    var isEnded = false
  }

  private(set) var groups: [Group] = []
  private(set) var runs: [Run] = []
  private(set) var programs: [Program] = []
  /// The names of groups that have left.
  private(set) var left: Set<EffectID> = []

  // MARK: Programs

  mutating func begin(_ group: Group) {
    groups.append(group)
  }

  mutating func begin(_ key: ContainerKey, in path: [Int], inside group: ContainerKey) {
    programs.append(Program(key: key, group: group, path: path))
  }

  /// Ends one of the programs that were given this key.
  mutating func end(program key: ContainerKey) {
    guard let index = programs.firstIndex(where: { $0.key == key && !$0.isEnded }) else { return }
    programs[index].isEnded = true
  }

  /// Lets groups around a node that satisfy a condition begin.
  mutating func open(around group: ContainerKey, where condition: (Group) -> Bool) {
    let around = around(group)
    for index in groups.indices where around.contains(groups[index].key) && condition(groups[index]) {
      groups[index].isWaiting = false
    }
  }

  // MARK: Runs

  mutating func link(_ run: Run) {
    runs.append(run)
  }

  mutating func unlink(_ run: RunKey) {
    runs.removeAll { $0.run == run }
  }

  // MARK: Cancelling

  /// Removes groups and those inside them.
  mutating func takeOut(_ condition: (Group) -> Bool) -> Set<RunKey> {
    var taken = Set(groups.filter(condition).map(\.key))
    while let inner = groups.first(where: { taken.contains($0.outer) && !taken.contains($0.key) }) {
      taken.insert(inner.key)
    }
    left.formUnion(groups.filter { taken.contains($0.key) && !$0.isWaiting }.map(\.id))
    groups.removeAll { taken.contains($0.key) }
    for index in programs.indices where taken.contains(programs[index].group) && !programs[index].isEnded {
      programs[index].isCancelled = true
    }
    let gone = Set(runs.filter { taken.contains($0.group) }.map(\.run))
    runs.removeAll { gone.contains($0.run) }
    return gone
  }

  /// Removes a scope with everything in it.
  mutating func cancel(_ path: [Int]) -> Set<RunKey> {
    let inGroups = takeOut { $0.path.starts(with: path) }
    let others = Set(runs.filter { $0.path.starts(with: path) }.map(\.run))
    runs.removeAll { others.contains($0.run) }
    for index in programs.indices where programs[index].path.starts(with: path) && !programs[index].isEnded {
      programs[index].isCancelled = true
    }
    return inGroups.union(others)
  }

  mutating func takeLeft() -> Set<EffectID> {
    defer { left = [] }
    return left
  }

  // MARK: Questions

  /// The groups of a name that have begun, oldest first.
  func begun(_ id: EffectID) -> [Group] { groups.filter { $0.id == id && !$0.isWaiting } }

  /// The runs of a group and of those inside it.
  func runs(in group: Group) -> Set<RunKey> {
    Set(runs.filter { around($0.group).contains(group.key) }.map(\.run))
  }

  func runs(in path: [Int]) -> Set<RunKey> {
    Set(runs.filter { $0.path.starts(with: path) }.map(\.run))
  }

  /// A group and those around it.
  func around(_ key: ContainerKey) -> Set<ContainerKey> {
    var around: Set<ContainerKey> = []
    var next = groups.first { $0.key == key }
    while let group = next {
      around.insert(group.key)
      next = groups.first { $0.key == group.outer }
    }
    return around
  }

  func group(_ key: ContainerKey) -> Group? { groups.first { $0.key == key } }

  var ids: Set<EffectID> { Set(groups.map(\.id)) }

  /// The programs in scopes that go on.
  var current: [Program] { programs.filter { !$0.isCancelled && !$0.isEnded } }

  /// The scopes with something of their own.
  var paths: Set<[Int]> {
    Set(runs.map(\.path) + current.map(\.path) + groups.map(\.path)).subtracting([[]])
  }
}
#endif
