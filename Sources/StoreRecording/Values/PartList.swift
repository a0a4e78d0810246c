/// The parts of a value in order, which are made one by one: a collection may have very many.
///
/// The parts and their names are those of ``Parts``, without the checks that need them all.
struct PartList {
  fileprivate enum Kind {
    case properties, payload, rows, entries
  }

  private let kind: Kind
  private let children: Mirror.Children
  var count: Int { children.count }
  var isCollection: Bool { kind == .rows }

  /// Takes a value apart; `nil` if that is impossible.
  init?(of value: Any) {
    guard !(type(of: value) is AnyClass) else { return nil }
    // The copy of an object shows its properties.
    let copy = (value as? ObjectCopy)?.customDumpMirror
    let mirror = copy ?? Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: kind = .payload
    case .collection: kind = .rows
    case .dictionary: kind = .entries
    case .struct, .tuple, .enum:
      guard copy != nil || !(value is any CustomReflectable) else { return nil }
      if mirror.displayStyle == .struct, Parts.isOfSystem(value) { return nil }
      kind = .properties
    default: return nil
    }
    children = mirror.children
  }

  /// A part with what its name is made of.
  struct Part {
    fileprivate let kind: Kind
    fileprivate let label: String?
    /// The place among the parts, from 0.
    let index: Int
    private let child: Any

    fileprivate init(_ child: Mirror.Child, kind: Kind, index: Int) {
      (self.kind, self.index, self.label, self.child) = (kind, index, child.label, child.value)
    }

    /// The name of a property, or of a case with a value.
    var property: String? { kind == .properties ? label : nil }

    var value: Any { kind == .entries ? Mirror(reflecting: child).children.dropFirst().first?.value ?? child : child }

    /// The name, as it is written after the value.
    var name: String {
      switch kind {
      case .properties: Parts.name(of: label ?? "")
      case .payload: "?"
      case .rows: "[\(index)]"
      case .entries: "[\(key)]"
      }
    }

    private var key: String {
      let key = Mirror(reflecting: child).children.first?.value
      return String(reflecting: (key as? AnyHashable)?.base ?? key as Any)
    }
  }

  var parts: some Sequence<Part> {
    children.lazy.enumerated().map { [kind] in Part($0.element, kind: kind, index: $0.offset) }
  }

  /// The part at a place; `nil` if there are not so many.
  subscript(index: Int) -> Part? {
    guard index >= 0, index < count else { return nil }
    return Part(children[children.index(children.startIndex, offsetBy: index)], kind: kind, index: index)
  }

  /// The first parts, by the order of their names if they are the entries of a dictionary that is not very large.
  func first(_ limit: Int) -> [Part] {
    guard kind == .entries, count <= 1_000 else { return Array(parts.prefix(limit)) }
    return parts.map { ($0.name, $0) }.sorted { $0.0 < $1.0 }.prefix(limit).map(\.1)
  }
}
