/// A value, or a part of one, with its own parts: two levels, as texts.
///
/// At most 100 parts of each are shown, and texts of at most 1,000 characters; it says what it leaves out. A type with a
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

  /// Shows the part of a value at a path; `nil` if it has no such part.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - path: The names from the value to the part, such as `.rows[2].title`; empty for the value itself.
  package init?(of value: Any, at path: String = "") {
    guard let part = Self.part(of: value, at: path[...]) else { return nil }
    self.init(part, name: path, isHidden: false, levels: 2)
  }

  private init(_ value: Any, name: String, isHidden: Bool, levels: Int) {
    self.name = name
    type = "\(Swift.type(of: value))"
    let parts = isHidden ? nil : Parts(of: value)
    guard let parts, !parts.names.isEmpty else {
      (text, isCut) = isHidden ? (ValueText.hidden, false) : ValueText.of(value)
      (children, leftOut) = ([], 0)
      return
    }
    (text, isCut) = (parts.names.count == 1 ? "1 part" : "\(parts.names.count) parts", false)
    let names = levels > 0 ? Array(parts.names.prefix(Self.childLimit)) : []
    children = names.compactMap { name in
      parts.values[name].map { ValueTree($0, name: name, isHidden: ValueText.hides(name), levels: levels - 1) }
    }
    leftOut = parts.names.count - children.count
  }

  private static func part(of value: Any, at path: Substring) -> Any? {
    if path.isEmpty { return value }
    guard let parts = Parts(of: value) else { return nil }
    // A key may look like the beginning of another.
    for name in parts.names where path.hasPrefix(name) && !ValueText.hides(name) {
      if let child = parts.values[name], let part = part(of: child, at: path.dropFirst(name.count)) { return part }
    }
    return nil
  }
}

/// The texts of values without parts.
enum ValueText {
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
    let name = name.lowercased()
    return ["password", "token", "secret"].contains { name.contains($0) }
  }
}
