import StoreCore

/// What a tree of scopes has to answer, kept in two plain arrays.
struct ScopeTreeModel {
  struct Program: Equatable {
    let key: SlotKey
    let path: [Int]
    var isCancelled = false
    var isEnded = false
  }

  private(set) var runs: [(run: Int, path: [Int])] = []
  private(set) var programs: [Program] = []

  mutating func link(run: Int, to path: [Int]) {
    runs.append((run, path))
  }

  mutating func unlink(run: Int) {
    runs.removeAll { $0.run == run }
  }

  mutating func begin(_ key: SlotKey, in path: [Int]) {
    programs.append(Program(key: key, path: path))
  }

  /// Ends one of the programs that were given this key.
  mutating func end(_ key: SlotKey) {
    guard let index = programs.firstIndex(where: { $0.key == key && !$0.isEnded }) else { return }
    programs[index].isEnded = true
  }

  mutating func cancel(_ path: [Int]) -> Set<Int> {
    let cancelled = runs(in: path)
    runs.removeAll { cancelled.contains($0.run) }
    for index in programs.indices where programs[index].path.starts(with: path) && !programs[index].isEnded {
      programs[index].isCancelled = true
    }
    return cancelled
  }

  func runs(in path: [Int]) -> Set<Int> {
    Set(runs.filter { $0.path.starts(with: path) }.map(\.run))
  }

  /// The programs that have neither ended nor been cancelled.
  var current: [Program] { programs.filter { !$0.isCancelled && !$0.isEnded } }

  var paths: Set<[Int]> {
    Set(runs.map(\.path) + current.map(\.path))
  }

  /// The paths that are kept: those with something in them, and those around these.
  var keptPaths: Set<[Int]> {
    Set(paths.flatMap { path in (1...path.count).map { Array(path.prefix($0)) } })
  }
}
