/// The tree of what contains runs: scopes with something in them, and composite programs named as a whole (groups).
///
/// A scope is below the scope around it, and a group below the group or the scope that it began in. Inside a group, a
/// scope has its own node, so that what is taken out is a node with all below it. A scope with nothing in it is
/// removed; a later one is another node. A group stays until it ends or is cancelled; then nothing more of it starts.
///
/// - Complexity: O(1) for each run and program, besides hashing its scope, finding the node of that scope among those
///   in other groups and, for a name in use, finding groups of that name around it; O(parts) for the first one of a
///   scope; O(what is taken out) to cancel by scope, name or action. A run outside all of these costs a comparison.
package struct ScopeTree {
  private typealias Members = LinkedKeys<KeySpace.Containers>

  /// A composite program that has a name as a whole.
  package struct Group {
    /// The name as it was given, inside its scope.
    package let ownID: EffectID
    package let scope: EffectScope?
    /// The node of the action that its program belongs to.
    package let node: NodeKey
    /// The name within the store.
    package let id: EffectID
    /// The rule for others of its name.
    package var policy: LaunchPolicy
    /// Whether it is over when what is in it is taken out, as nothing else is to start in it.
    package var hasOnePart: Bool
    /// Whether it has no place under its name yet, so that it does not count towards a limit: nothing in it has begun.
    fileprivate(set) var isWaiting = false

    package init(
      _ ownID: EffectID,
      scope: EffectScope? = nil,
      node: NodeKey = .none,
      policy: LaunchPolicy = .replace,
      hasOnePart: Bool = false
    ) {
      self.ownID = ownID
      self.scope = scope
      self.node = node
      self.policy = policy
      self.hasOnePart = hasOnePart
      id = scope.map { ownID.scoped(within: $0) } ?? ownID
    }
  }

  private struct Container {
    /// The scope that the node is, or that its group is in.
    let scope: EffectScope?
    /// The group that the node is; `nil` for a scope.
    var group: Group?
    /// The number of composite programs in the scope that have not ended.
    var unfinished = 0
  }

  /// The groups of one name.
  private struct Namesakes {
    var groups = Members.List()
    /// The number of groups that count towards a limit.
    var begunCount = 0
  }

  private var tree = RunTree<Container, KeySpace.Containers>()
  private var nodesOfScope: [EffectScope: Members.List] = [:]
  private var namesakes: [EffectID: Namesakes] = [:]
  private var sameLabel = Members()
  private var groupsOfAction: [NodeKey: Members.List] = [:]
  private var sameAction = Members()
  /// Names of groups that have left room for what waits.
  private var left: [EffectID] = []

  package init() {}

  // MARK: Runs

  /// The node for what starts in a scope and in a program, added if it is missing.
  package mutating func open(_ scope: EffectScope?, inside program: ContainerKey) -> ContainerKey {
    guard scope != nil else { return program }
    let outermost = tree[program]?.value.scope
    let group = groups(around: program).first?.key ?? .none
    // Outermost first, without recursion: a path may be long.
    var missing: [EffectScope] = []
    var parent = program
    var next = scope
    while let scope = next, scope != outermost {
      if let known = node(of: scope, inside: group) {
        parent = known
        break
      }
      missing.append(scope)
      next = scope.outer
    }
    for scope in missing.reversed() {
      parent = tree.add(Container(scope: scope), below: parent)
      sameLabel.append(parent, to: &nodesOfScope[scope, default: Members.List()])
    }
    return parent
  }

  private func node(of scope: EffectScope, inside group: ContainerKey) -> ContainerKey? {
    nodes(of: scope).first { groups(around: $0).first?.key ?? .none == group }
  }

  private func nodes(of scope: EffectScope) -> [ContainerKey] {
    nodesOfScope[scope].map { sameLabel.keys(of: $0) } ?? []
  }

  package mutating func link(_ run: RunKey, to node: ContainerKey) {
    if !node.isNone { tree.link(run, to: node) }
  }

  /// Removes a run from the node that it was linked to, if that still exists; groups whose only part it was are over
  /// if it was taken out before its end.
  package mutating func unlink(_ run: RunKey, from node: ContainerKey, isTakenOut: Bool = false) {
    guard !node.isNone else { return }
    tree.unlink(run, from: node)
    removeWhileBare(node, isTakenOut: isTakenOut)
  }

  // MARK: Programs

  /// Adds an unfinished composite program to its scope, inside another program if there is one.
  ///
  /// - Returns: its key for ``end(_:)`` and ``isCurrent(_:)``.
  package mutating func begin(in scope: EffectScope, inside outer: ContainerKey = .none) -> ContainerKey {
    let key = open(scope, inside: outer)
    tree.update(key) { $0.unfinished += 1 }
    return key
  }

  /// Adds a group in the same way.
  package mutating func begin(
    _ group: Group,
    isWaiting: Bool = false,
    inside outer: ContainerKey = .none
  ) -> ContainerKey {
    var group = group
    group.isWaiting = isWaiting
    let key = tree.add(Container(scope: group.scope, group: group), below: open(group.scope, inside: outer))
    var same = namesakes[group.id] ?? Namesakes()
    sameLabel.append(key, to: &same.groups)
    same.begunCount += isWaiting ? 0 : 1
    namesakes[group.id] = same
    if !group.node.isNone { sameAction.append(key, to: &groupsOfAction[group.node, default: Members.List()]) }
    return key
  }

  /// Notes the end of a program in a scope, or of a group, unless it was cancelled; called once for each.
  package mutating func end(_ key: ContainerKey) {
    guard let container = tree[key]?.value else { return }
    guard container.group == nil else {
      _ = cut(key, isTakenOut: false)
      return
    }
    tree.update(key) { $0.unfinished -= 1 }
    removeWhileBare(key, isTakenOut: false)
  }

  /// Whether a program has neither ended nor been cancelled since it began, by itself or with its scope.
  package func isCurrent(_ key: ContainerKey) -> Bool { tree.contains(key) }

  /// Notes that something begins in a node: the groups around it whose names satisfy a condition wait no longer.
  package mutating func beginGroups(around inner: ContainerKey, where condition: (EffectID) -> Bool = { _ in true }) {
    for (key, group) in waitingGroups(around: inner) where condition(group.id) { beginGroup(key) }
  }

  /// Gives a waiting group its place under its name.
  package mutating func beginGroup(_ key: ContainerKey) {
    guard let group = tree[key]?.value.group, group.isWaiting else { return }
    tree.update(key) { $0.group?.isWaiting = false }
    namesakes[group.id]?.begunCount += 1
  }

  /// The groups around a node that have no place under their names yet, inner ones first.
  package func waitingGroups(around inner: ContainerKey) -> [(key: ContainerKey, group: Group)] {
    groups(around: inner).filter(\.group.isWaiting)
  }

  /// Notes that a part of the groups around a node has ended: other parts may follow.
  package mutating func keepGroups(around inner: ContainerKey) {
    for (key, group) in groups(around: inner) where group.hasOnePart {
      tree.update(key) { $0.group?.hasOnePart = false }
    }
  }

  /// The groups around a node, including itself, inner ones first.
  private func groups(around inner: ContainerKey) -> [(key: ContainerKey, group: Group)] {
    guard hasGroups, !inner.isNone else { return [] }
    var groups: [(ContainerKey, Group)] = []
    var key = inner
    while let node = tree[key] {
      if let group = node.value.group { groups.append((key, group)) }
      key = node.parent
    }
    return groups
  }

  // MARK: Cancelling
  // Each of these takes out nodes with all that is in them, and returns the runs there, outer ones first.

  /// Takes out a scope.
  package mutating func cancel(_ scope: EffectScope) -> [RunKey] { cut(nodes(of: scope)) }

  /// Takes out the groups in a scope; returns the runs of the whole scope.
  package mutating func cancelGroups(in scope: EffectScope) -> [RunKey] {
    let nodes = nodes(below: scope)
    let runs = nodes.flatMap { tree.runs(of: $0) }
    _ = cut(nodes.filter(isNamedGroup))
    return runs
  }

  /// Takes out the groups of a name, except `inner` and those around it.
  package mutating func cancel(_ id: EffectID, sparingAround inner: ContainerKey = .none) -> [RunKey] {
    guard let same = namesakes[id] else { return [] }
    let spared = groups(of: id, around: inner)
    guard spared.count < same.groups.count else { return [] }
    return cut(sameLabel.keys(of: same.groups).filter { !spared.contains($0) })
  }

  /// Takes out the oldest group of a name that has begun and is not around `inner`; `nil` if there is none.
  package mutating func cancelOldest(_ id: EffectID, sparingAround inner: ContainerKey) -> [RunKey]? {
    let spared = groups(of: id, around: inner)
    return begun(id).first { !spared.contains($0) }.map { cut($0) }
  }

  /// Takes out all groups.
  package mutating func cancelAllGroups() {
    if hasGroups { _ = cut(tree.keys.filter(isNamedGroup)) }
  }

  /// Takes out the groups whose programs belong to some actions.
  package mutating func cancelGroups(of actions: [NodeKey]) -> [RunKey] {
    guard hasGroups else { return [] }
    return cut(actions.flatMap { action in groupsOfAction[action].map { sameAction.keys(of: $0) } ?? [] })
  }

  /// By their keys: one may be inside another.
  private mutating func cut(_ keys: [ContainerKey]) -> [RunKey] { keys.flatMap { cut($0) } }

  private mutating func cut(_ root: ContainerKey, isTakenOut: Bool = true) -> [RunKey] {
    let parent = tree.parent(of: root)
    let nodes = tree.subtree(of: root)
    let runs = nodes.flatMap { tree.runs(of: $0) }
    for key in nodes.reversed() {
      for run in tree.runs(of: key) { tree.unlink(run, from: key) }
      remove(key)
    }
    removeWhileBare(parent, isTakenOut: isTakenOut)
    return runs
  }

  private mutating func removeWhileBare(_ start: ContainerKey, isTakenOut: Bool) {
    var key = start
    while let node = tree[key], node.value.unfinished == 0, !node.hasChildren, !node.hasRuns {
      if let group = node.value.group, !isTakenOut || !group.hasOnePart { return }
      remove(key)
      key = node.parent
    }
  }

  private mutating func remove(_ key: ContainerKey) {
    guard let container = tree[key]?.value else { return }
    tree.remove(key)
    if let group = container.group {
      guard var same = namesakes[group.id] else { return }
      sameLabel.remove(key, from: &same.groups)
      if !group.isWaiting {
        same.begunCount -= 1
        left.append(group.id)
      }
      namesakes[group.id] = same.groups.isEmpty ? nil : same
      if var list = groupsOfAction[group.node] {
        sameAction.remove(key, from: &list)
        groupsOfAction[group.node] = list.isEmpty ? nil : list
      }
    } else if let scope = container.scope, var list = nodesOfScope[scope] {
      sameLabel.remove(key, from: &list)
      nodesOfScope[scope] = list.isEmpty ? nil : list
    }
  }

  // MARK: Places

  /// The number of groups of a name that count towards its limits.
  package func places(of id: EffectID) -> Int { namesakes[id]?.begunCount ?? 0 }

  /// The number of these around a node, including itself.
  package func places(of id: EffectID, around inner: ContainerKey) -> Int {
    groups(around: inner).count { $0.group.id == id && !$0.group.isWaiting }
  }

  /// The runs of each group of a name that has begun.
  package func runs(of id: EffectID) -> [[RunKey]] {
    begun(id).map { tree.subtree(of: $0).flatMap { tree.runs(of: $0) } }
  }

  /// The names of groups that have left room since the last call.
  package mutating func takeLeft() -> [EffectID] {
    guard !left.isEmpty else { return [] }
    defer { left = [] }
    return left
  }

  private func begun(_ id: EffectID) -> [ContainerKey] {
    namesakes[id].map { sameLabel.keys(of: $0.groups) }?.filter { tree[$0]?.value.group?.isWaiting == false } ?? []
  }

  private func groups(of id: EffectID, around inner: ContainerKey) -> Set<ContainerKey> {
    Set(groups(around: inner).filter { $0.group.id == id }.map(\.key))
  }

  // MARK: Questions

  package var hasGroups: Bool { !namesakes.isEmpty }

  package var hasScopes: Bool { !nodesOfScope.isEmpty }

  /// The number of nodes kept: groups, and scopes with those around them.
  package var count: Int { tree.count }

  /// Whether a group has the name.
  package func contains(_ id: EffectID) -> Bool { namesakes[id] != nil }

  /// Whether a group has the name that is not around a node.
  package func contains(_ id: EffectID, sparingAround inner: ContainerKey) -> Bool {
    namesakes[id].map { $0.groups.count > groups(of: id, around: inner).count } ?? false
  }

  /// Whether a scope, or one nested in it, has something in it.
  package func contains(_ scope: EffectScope) -> Bool { nodesOfScope[scope] != nil }

  /// The names of groups, of those in a scope and in those nested in it if one is given.
  package func ids(in scope: EffectScope? = nil) -> [EffectID] {
    (scope.map { nodes(below: $0) } ?? tree.keys).compactMap { tree[$0]?.value.group?.id }
  }

  /// The runs in a scope and in those nested in it, outer ones first.
  package func runs(in scope: EffectScope) -> [RunKey] {
    nodes(below: scope).flatMap { tree.runs(of: $0) }
  }

  /// The scopes with runs or programs of their own, each once, in an order that no hash decides.
  package var scopes: [EffectScope] { scopes(of: tree.keys) }

  /// The same scopes in the same order, if they are one of `roots` or nested in one.
  package func scopes(in roots: [EffectScope]) -> [EffectScope] {
    // Sorted: the roots may come from a dictionary.
    scopes(of: roots.flatMap { nodes(below: $0) }.sorted { $0.slot < $1.slot })
  }

  private func scopes(of nodes: [ContainerKey]) -> [EffectScope] {
    var seen: Set<EffectScope> = []
    return nodes.filter(isOccupied).compactMap { tree[$0]?.value.scope }.filter { seen.insert($0).inserted }
  }

  /// Whether a node is a group whose name is not an owner's.
  private func isNamedGroup(_ key: ContainerKey) -> Bool { tree[key]?.value.group.map { !$0.ownID.isOwner } ?? false }

  private func nodes(below scope: EffectScope) -> [ContainerKey] {
    nodes(of: scope).flatMap { tree.subtree(of: $0) }
  }

  private func isOccupied(_ key: ContainerKey) -> Bool {
    guard let node = tree[key], node.value.group == nil else { return false }
    return node.hasRuns || node.value.unfinished > 0
      || tree.children(of: key).contains { tree[$0]?.value.group != nil }
  }
}
