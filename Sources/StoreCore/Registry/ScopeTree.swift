/// The tree of what contains runs: scopes with something in them, and named programs.
///
/// A scope is below the scope around it, and a named program below the program or the scope that it began in. Inside a
/// named program a scope has its own node, so that what is taken out is a node with all below it. A scope with nothing
/// in it is removed; a later one is another node. A named program stays until it ends or is cancelled; then nothing more
/// of it starts.
///
/// - Complexity: O(1) for each run and program, besides three things: hashing its scope, finding the node of that scope
///   among those in other programs, and finding the programs of a name around it. O(parts) for the first one of a
///   scope; O(what is taken out) to cancel by scope, name or action. A run outside all of these costs a comparison.
struct ScopeTree {
  private typealias Members = LinkedKeys<KeySpace.Containers>

  /// A composite program that has a name as a whole.
  struct NamedProgram {
    /// The name as it was given, inside its scope.
    let ownID: EffectID
    let scope: EffectScope?
    /// The node of the action that its program belongs to.
    let node: NodeKey
    /// The name within the store.
    let id: EffectID
    /// The rule for others of its name.
    var policy: LaunchPolicy
    /// Whether it is over when what is in it is taken out, as nothing else is to start in it.
    var hasOnePart: Bool
    /// Whether nothing in it has begun, so that it does not count towards a limit of its name.
    fileprivate(set) var isWaiting = false

    init(
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

  struct Container {
    /// The scope that the node is, or that its program is in.
    let scope: EffectScope?
    /// The named program that the node is; `nil` for a scope.
    var program: NamedProgram?
    /// The number of composite programs in the scope that have not ended.
    var unfinished = 0
  }

  /// The programs of one name.
  private struct Namesakes {
    var programs = Members.List()
    /// The number of programs that count towards a limit.
    var begunCount = 0
  }

  /// With the runs that belong to each node.
  var tree = RunTree<Container, KeySpace.Containers>()
  private var nodesOfScope: [EffectScope: Members.List] = [:]
  private var namesakes: [EffectID: Namesakes] = [:]
  private var sameLabel = Members()
  private var programsOfAction: [NodeKey: Members.List] = [:]
  private var sameAction = Members()
  /// Names of programs that have left room for what waits.
  var left: [EffectID] = []

  init() {}

  // MARK: Runs

  /// The node for what starts in a scope and in a program, added if it is missing.
  mutating func open(_ scope: EffectScope?, inside outer: ContainerKey) -> ContainerKey {
    guard scope != nil else { return outer }
    let outermost = tree[outer]?.value.scope
    let program = programs(around: outer).first?.key ?? .none
    // Outermost first, without recursion: a path may be long.
    var missing: [EffectScope] = []
    var parent = outer
    var next = scope
    while let scope = next, scope != outermost {
      if let known = node(of: scope, inside: program) {
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

  private func node(of scope: EffectScope, inside program: ContainerKey) -> ContainerKey? {
    nodes(of: scope).first { programs(around: $0).first?.key ?? .none == program }
  }

  private func nodes(of scope: EffectScope) -> [ContainerKey] {
    nodesOfScope[scope].map { sameLabel.keys(of: $0) } ?? []
  }

  /// Removes a run from the node that it was linked to, if that still exists; programs whose only part it was are over
  /// if it was taken out before its end.
  mutating func unlink(_ run: RunKey, from node: ContainerKey, isTakenOut: Bool = false) {
    tree.unlink(run, from: node)
    removeWhileBare(node, isTakenOut: isTakenOut)
  }

  // MARK: Programs

  /// Adds an unfinished composite program to its scope, inside another program if there is one.
  ///
  /// - Returns: its key for ``end(_:)`` and ``isCurrent(_:)``.
  mutating func begin(in scope: EffectScope, inside outer: ContainerKey = .none) -> ContainerKey {
    let key = open(scope, inside: outer)
    tree.update(key) { $0.unfinished += 1 }
    return key
  }

  /// Adds a named program in the same way.
  mutating func begin(
    _ program: NamedProgram,
    isWaiting: Bool = false,
    inside outer: ContainerKey = .none
  ) -> ContainerKey {
    var program = program
    program.isWaiting = isWaiting
    let key = tree.add(Container(scope: program.scope, program: program), below: open(program.scope, inside: outer))
    var same = namesakes[program.id] ?? Namesakes()
    sameLabel.append(key, to: &same.programs)
    same.begunCount += isWaiting ? 0 : 1
    namesakes[program.id] = same
    if !program.node.isNone { sameAction.append(key, to: &programsOfAction[program.node, default: Members.List()]) }
    return key
  }

  /// Notes the end of a program in a scope, or of a named program, unless it was cancelled; called once for each.
  mutating func end(_ key: ContainerKey) {
    guard let container = tree[key]?.value else { return }
    guard container.program == nil else {
      _ = cut(key, isTakenOut: false)
      return
    }
    tree.update(key) { $0.unfinished -= 1 }
    removeWhileBare(key, isTakenOut: false)
  }

  /// Whether a program has neither ended nor been cancelled since it began, by itself or with its scope.
  func isCurrent(_ key: ContainerKey) -> Bool { tree.contains(key) }

  /// Notes that something begins in a node: the programs around it whose names satisfy a condition wait no longer.
  mutating func beginPrograms(around inner: ContainerKey, where condition: (EffectID) -> Bool = { _ in true }) {
    for (key, program) in waitingPrograms(around: inner) where condition(program.id) { beginProgram(key) }
  }

  /// Notes that a waiting program begins: it counts towards the limits of its name.
  mutating func beginProgram(_ key: ContainerKey) {
    guard let program = tree[key]?.value.program, program.isWaiting else { return }
    tree.update(key) { $0.program?.isWaiting = false }
    namesakes[program.id]?.begunCount += 1
  }

  /// The programs around a node that wait, inner ones first.
  func waitingPrograms(around inner: ContainerKey) -> [(key: ContainerKey, program: NamedProgram)] {
    programs(around: inner).filter(\.program.isWaiting)
  }

  /// Notes that a part of the programs around a node has ended: other parts may follow.
  mutating func keepPrograms(around inner: ContainerKey) {
    for (key, program) in programs(around: inner) where program.hasOnePart {
      tree.update(key) { $0.program?.hasOnePart = false }
    }
  }

  /// The programs around a node, including itself, inner ones first.
  private func programs(around inner: ContainerKey) -> [(key: ContainerKey, program: NamedProgram)] {
    guard hasNamedPrograms, !inner.isNone else { return [] }
    var programs: [(ContainerKey, NamedProgram)] = []
    var key = inner
    while let node = tree[key] {
      if let program = node.value.program { programs.append((key, program)) }
      key = node.parent
    }
    return programs
  }

  // MARK: Cancelling
  // Each of these takes out nodes with all that is in them, and returns the runs there, outer ones first.

  /// Takes out a scope.
  mutating func cancel(_ scope: EffectScope) -> [RunKey] { cut(nodes(of: scope)) }

  /// Takes out the named programs in a scope; returns the runs of the whole scope.
  mutating func cancelPrograms(in scope: EffectScope) -> [RunKey] {
    let nodes = nodes(below: scope)
    let runs = nodes.flatMap { tree.runs(of: $0) }
    _ = cut(nodes.filter(hasShownName))
    return runs
  }

  /// Takes out the programs of a name, except `inner` and those around it.
  mutating func cancel(_ id: EffectID, sparingAround inner: ContainerKey = .none) -> [RunKey] {
    guard let same = namesakes[id] else { return [] }
    let spared = programs(of: id, around: inner)
    guard spared.count < same.programs.count else { return [] }
    return cut(sameLabel.keys(of: same.programs).filter { !spared.contains($0) })
  }

  /// Takes out the oldest program of a name that has begun and is not around `inner`; `nil` if there is none.
  mutating func cancelOldest(_ id: EffectID, sparingAround inner: ContainerKey) -> [RunKey]? {
    let spared = programs(of: id, around: inner)
    return begun(id).first { !spared.contains($0) }.map { cut($0) }
  }

  /// Takes out all named programs.
  mutating func cancelAllPrograms() {
    if hasNamedPrograms { _ = cut(tree.keys.filter(hasShownName)) }
  }

  /// Takes out the named programs of some actions.
  mutating func cancelPrograms(of actions: [NodeKey]) -> [RunKey] {
    guard hasNamedPrograms else { return [] }
    return cut(actions.flatMap { action in programsOfAction[action].map { sameAction.keys(of: $0) } ?? [] })
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
      if let program = node.value.program, !isTakenOut || !program.hasOnePart { return }
      remove(key)
      key = node.parent
    }
  }

  private mutating func remove(_ key: ContainerKey) {
    guard let container = tree[key]?.value else { return }
    tree.remove(key)
    if let program = container.program {
      guard var same = namesakes[program.id] else { return }
      sameLabel.remove(key, from: &same.programs)
      if !program.isWaiting {
        same.begunCount -= 1
        left.append(program.id)
      }
      namesakes[program.id] = same.programs.isEmpty ? nil : same
      if var list = programsOfAction[program.node] {
        sameAction.remove(key, from: &list)
        programsOfAction[program.node] = list.isEmpty ? nil : list
      }
    } else if let scope = container.scope, var list = nodesOfScope[scope] {
      sameLabel.remove(key, from: &list)
      nodesOfScope[scope] = list.isEmpty ? nil : list
    }
  }

  // MARK: Limits

  /// The number of programs of a name that count towards its limits.
  func begunCount(of id: EffectID) -> Int { namesakes[id]?.begunCount ?? 0 }

  /// The number of these around a node, including itself.
  func begunCount(of id: EffectID, around inner: ContainerKey) -> Int {
    programs(around: inner).count { $0.program.id == id && !$0.program.isWaiting }
  }

  /// The runs of each program of a name that has begun.
  func runs(of id: EffectID) -> [[RunKey]] {
    begun(id).map { tree.subtree(of: $0).flatMap { tree.runs(of: $0) } }
  }

  private func begun(_ id: EffectID) -> [ContainerKey] {
    namesakes[id].map { sameLabel.keys(of: $0.programs) }?.filter { tree[$0]?.value.program?.isWaiting == false } ?? []
  }

  private func programs(of id: EffectID, around inner: ContainerKey) -> Set<ContainerKey> {
    Set(programs(around: inner).filter { $0.program.id == id }.map(\.key))
  }

  // MARK: Questions

  var hasNamedPrograms: Bool { !namesakes.isEmpty }

  var hasScopes: Bool { !nodesOfScope.isEmpty }

  /// The number of nodes kept: programs, and scopes with those around them.
  var count: Int { tree.count }

  /// Whether a program has the name.
  func contains(_ id: EffectID) -> Bool { namesakes[id] != nil }

  /// Whether a program has the name that is not around a node.
  func contains(_ id: EffectID, sparingAround inner: ContainerKey) -> Bool {
    namesakes[id].map { $0.programs.count > programs(of: id, around: inner).count } ?? false
  }

  /// Whether a scope, or one nested in it, has something in it.
  func contains(_ scope: EffectScope) -> Bool { nodesOfScope[scope] != nil }

  /// The names of programs, of those in a scope and in those nested in it if one is given.
  func ids(in scope: EffectScope? = nil) -> [EffectID] {
    (scope.map { nodes(below: $0) } ?? tree.keys).compactMap { tree[$0]?.value.program?.id }
  }

  /// The runs in a scope and in those nested in it, outer ones first.
  func runs(in scope: EffectScope) -> [RunKey] {
    nodes(below: scope).flatMap { tree.runs(of: $0) }
  }

  /// The scopes with runs or programs of their own, each once, in an order that no hash decides.
  var scopes: [EffectScope] { scopes(of: tree.keys) }

  /// Those of these scopes, in the same order, that are one of `roots` or nested in one.
  func scopes(in roots: [EffectScope]) -> [EffectScope] {
    // Sorted: the roots may come from a dictionary.
    scopes(of: roots.flatMap { nodes(below: $0) }.sorted { $0.slot < $1.slot })
  }

  private func scopes(of nodes: [ContainerKey]) -> [EffectScope] {
    var seen: Set<EffectScope> = []
    return nodes.filter(isOccupied).compactMap { tree[$0]?.value.scope }.filter { seen.insert($0).inserted }
  }

  /// Whether a node is a named program whose name is not an owner's.
  private func hasShownName(_ key: ContainerKey) -> Bool { tree[key]?.value.program.map { !$0.ownID.isOwner } ?? false }

  private func nodes(below scope: EffectScope) -> [ContainerKey] {
    nodes(of: scope).flatMap { tree.subtree(of: $0) }
  }

  private func isOccupied(_ key: ContainerKey) -> Bool {
    guard let node = tree[key], node.value.program == nil else { return false }
    return node.hasRuns || node.value.unfinished > 0
      || tree.children(of: key).contains { tree[$0]?.value.program != nil }
  }
}
