import CustomDump

/// An immutable copy of a state, for a later comparison.
package struct StateCopy {
  /// The state, with copies of the properties in place of its objects.
  let contents: Any
  /// The type of the state, if it is an object.
  private let typeName: String?

  package init(of state: Any) {
    var copying = Copying()
    contents = copying.copy(of: state, inside: [])
    let type = type(of: state)
    typeName = type is AnyClass ? String(String(customDumping: type as Any).dropLast(".self".count)) : nil
  }

  /// The state as text, with the properties of its objects under the names that they have in the code.
  package var text: String {
    let text = String(customDumping: contents)
    // The copy of an object is written as a tuple, which has no name.
    return (text.first == "(" ? typeName ?? "" : "") + text
  }

  /// Returns the difference to a later state in lines; `nil` if there is none.
  package func difference(to other: StateCopy) -> String? {
    guard let lines = diff(contents, other.contents).flatMap(Self.joiningEqualLines) else { return nil }
    // The copy of an object is written as a tuple, which has no name. One or two lines begin with it, behind their marks.
    guard let typeName else { return lines }
    return lines.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.dropFirst(2).first == "(" ? $0.prefix(2) + typeName + $0.dropFirst(2) : $0 }
      .joined(separator: "\n")
  }

  /// Returns a difference with one line for each two that show the same number that stays NaN.
  ///
  /// - Returns: The difference; `nil` if nothing else differs.
  private static func joiningEqualLines(_ difference: String) -> String? {
    guard difference.contains("nan") else { return difference }
    var lines: [Substring] = []
    for line in difference.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("+ "), line.contains("nan"), let last = lines.last, last.hasPrefix("- "),
        last.dropFirst() == line.dropFirst()
      {
        lines[lines.count - 1] = " " + line.dropFirst()
      } else {
        lines.append(line)
      }
    }
    let differs = lines.contains { $0.hasPrefix("- ") || $0.hasPrefix("+ ") }
    return differs ? lines.joined(separator: "\n") : nil
  }
}

/// The making of one copy.
struct Copying {
  /// The number of copies after which an object that was copied is not copied again for another reference: a graph of a
  /// few objects may have more paths than can be walked.
  private static let limit = 1_000
  /// The number of objects inside each other that are copied: each takes a few kilobytes of the stack.
  private static let depthLimit = 200

  private var copied: Set<ObjectIdentifier> = []
  private var count = 0

  /// Returns a value with its objects copied: the value itself, or those in an optional or in an array.
  mutating func copy(of value: Any, inside outer: [ObjectIdentifier]) -> Any {
    let type = type(of: value)
    if type is AnyClass {
      // Its properties belong to its executor, which may be changing them.
      if value is any Actor { return type }
      let object = value as AnyObject
      let id = ObjectIdentifier(object)
      if outer.count == Self.depthLimit { return type }
      // An object inside itself is written as a reference to the outer one.
      if outer.contains(id) || count >= Self.limit && copied.contains(id) { return "↩︎" }
      copied.insert(id)
      count += 1
      return ObjectCopy(of: object, inside: outer + [id], &self)
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      return mirror.children.first.map { copy(of: $0.value, inside: outer) } ?? value
    case .collection:
      guard let first = mirror.children.first, Swift.type(of: first.value) is AnyClass else { return value }
      return mirror.children.map { copy(of: $0.value, inside: outer) }
    default:
      return value
    }
  }
}

/// The properties of an object at one moment.
struct ObjectCopy: CustomDumpReflectable {
  private let properties: [(label: String?, value: Any)]

  init(of object: AnyObject, inside outer: [ObjectIdentifier], _ copying: inout Copying) {
    var properties: [Mirror.Child] = []
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      properties.insert(contentsOf: current.children, at: 0)
      mirror = current.superclassMirror
    }
    // Properties that '@Observable' adds are left out; those that it renames get their own names.
    let isObservable = properties.contains { $0.label == "_$observationRegistrar" }
    self.properties = properties.filter { $0.label?.hasPrefix("_$") != true }.map { child in
      let label = child.label.map { isObservable && $0.hasPrefix("_") ? String($0.dropFirst()) : $0 }
      return (label, copying.copy(of: child.value, inside: outer))
    }
  }

  var customDumpMirror: Mirror {
    Mirror(self, children: properties, displayStyle: .tuple)
  }
}
