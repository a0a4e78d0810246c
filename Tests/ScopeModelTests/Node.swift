/// A state as the model keeps it: numbers of actions, and children.
struct Node: Equatable, CustomStringConvertible {
  var id: Int
  /// What it has handled; negative for what it saw a child handle.
  var log: [Int]
  var children: [Key: Node] = [:]
  /// The order of its rows.
  var rows: [Int] = []
  /// The number of its object.
  var stamp: Int

  init(id: Int, log: [Int], stamp: Int? = nil) {
    self.id = id
    self.log = log
    self.stamp = stamp ?? log.first ?? 0
  }

  /// The child that is in a place.
  func key(at place: Place) -> Key? {
    children.keys.first { $0.place == place }
  }

  /// The child of a path; `nil` where it or one around it is absent.
  subscript(path: some Sequence<Key>) -> Node? {
    var node: Node? = self
    for key in path { node = node?.children[key] }
    return node
  }

  /// Gives a child another id.
  mutating func rename(_ key: Key, to id: Int) -> Key? {
    let newKey: Key
    switch key {
    case .guest: newKey = .guest(id)
    case .route: newKey = .route(id)
    case .row(let former):
      newKey = .row(id)
      rows = rows.map { $0 == former ? id : $0 }
    case .lodger, .table: return nil
    }
    children[newKey] = children.removeValue(forKey: key)
    children[newKey]?.id = id
    return newKey
  }

  mutating func apply(_ edit: Edit) {
    switch edit {
    case .put(let key, let number):
      if case .row(let id) = key, !rows.contains(id) { rows.insert(id, at: number % (rows.count + 1)) }
      children = children.filter { $0.key.place != key.place }
      let id =
        switch key {
        case .lodger: 0
        case .guest(let id), .row(let id), .table(let id), .route(let id): id
        }
      children[key] = Node(id: id, log: [number])
    case .remove(let place):
      children = children.filter { $0.key.place != place }
      if case .row(let id) = place { rows.removeAll { $0 == id } }
    case .move(let start, let end):
      guard !rows.isEmpty else { return }
      let row = rows.remove(at: start % rows.count)
      rows.insert(row, at: end % (rows.count + 1))
    case .clear:
      children = [:]
      rows = []
    case .putBack: break
    case .stamp(nil, let number): stamp = number
    case .stamp(let place?, let number): if let key = key(at: place) { children[key]?.stamp = number }
    }
  }

  var description: String {
    let children = children.map { "\($0): \($1)" }.sorted().joined(separator: ", ")
    return
      "\(log)\(stamp == log.first ?? 0 ? "" : " stamp \(stamp)")\(children.isEmpty ? "" : " {\(children)}")\(rows.isEmpty ? "" : " rows \(rows)")"
  }
}
