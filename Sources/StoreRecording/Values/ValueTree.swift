/// A value, or a part of one, with its own parts: two levels, as texts.
///
/// At most 100 parts of each are shown, about 1,000 in all, and texts of at most 1,000 characters; it says what it leaves
/// out. Of a dictionary with more than 1,000 entries the first are shown in no order. A type with a
/// `CustomReflectable` mirror is shown as a whole, and what is named after a password, a token or a secret is hidden.
package struct ValueTree: Equatable, Sendable {
  /// The name, as it is written after the value that it is a part of, such as `.rows` or `[2]`.
  package let name: String
  /// The type's name.
  package let type: String
  /// The description of a value without parts; the number of parts of another.
  package let text: String
  /// Whether the text is longer than what is shown.
  package let isCut: Bool
  /// The parts of the value, the first ones if there are many.
  package let children: [ValueTree]
  /// The number of parts that are not among the children.
  package let leftOut: Int

  static let childLimit = 100
  /// The number of nodes beyond which no more parts of parts are shown: a tree is made in one turn of the main actor.
  static let nodeLimit = 1_000

  /// Shows the part of a value at a path; `nil` if it has no such part.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - path: The names from the value to the part, such as `.rows[2].title`; empty for the value itself.
  package init?(of value: Any, at path: String = "") {
    guard let part = Self.part(of: value, at: path[...]) else { return nil }
    var nodes = 0
    self.init(part, name: path, isHidden: false, levels: 2, nodes: &nodes)
  }

  private init(_ value: Any, name: String, isHidden: Bool, levels: Int, nodes: inout Int) {
    self.name = name
    nodes += 1
    type = "\(Swift.type(of: value))"
    let parts = isHidden ? nil : PartList(of: value)
    guard let parts, parts.count > 0 else {
      (text, isCut) = isHidden ? (ValueText.hidden, false) : ValueText.of(value)
      (children, leftOut) = ([], 0)
      return
    }
    (text, isCut) = (parts.count == 1 ? "1 part" : "\(parts.count) parts", false)
    var children: [ValueTree] = []
    if levels > 0, nodes < Self.nodeLimit {
      for part in parts.first(Self.childLimit) {
        let isHidden = ValueText.hides(part.name)
        children.append(
          ValueTree(part.value, name: part.name, isHidden: isHidden, levels: levels - 1, nodes: &nodes)
        )
      }
    }
    self.children = children
    leftOut = parts.count - children.count
  }

  /// A value as the recorder keeps a state: of an object the properties now.
  package static func showable(_ value: Any) -> Any {
    Swift.type(of: value) is AnyClass ? StateCopy(of: value).contents : value
  }

  private static func part(of value: Any, at path: Substring) -> Any? {
    if path.isEmpty { return value }
    guard let parts = PartList(of: value) else { return nil }
    if parts.isCollection, path.first == "[", let end = path.firstIndex(of: "]") {
      guard let index = Int(path[path.index(after: path.startIndex)..<end]), let row = parts[index] else { return nil }
      return part(of: row.value, at: path[path.index(after: end)...])
    }
    // A key may look like the beginning of another.
    for child in parts.parts {
      let name = child.name
      guard path.hasPrefix(name), !ValueText.hides(name) else { continue }
      if let part = part(of: child.value, at: path.dropFirst(name.count)) { return part }
    }
    return nil
  }
}

/// The texts of values without parts.
package enum ValueText {
  static let limit = 1_000
  static let hidden = "(hidden)"

  static func of(_ value: Any) -> (text: String, isCut: Bool) {
    if let copy = value as? ObjectCopy { return cut("\(copy.customDumpMirror.children.count) properties") }
    return cut("\(value)")
  }

  static func cut(_ text: String) -> (text: String, isCut: Bool) {
    let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex) ?? text.endIndex
    return (String(text[..<end]), end != text.endIndex)
  }

  /// Returns whether the name of a part says that it is not for everybody.
  static func hides(_ name: String) -> Bool {
    hiding.contains { $0.isFound(in: name) }
  }

  private static let hiding = ["password", "token", "secret"].map(TextSearch.init)
}
