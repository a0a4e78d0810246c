import CustomDump

/// A state that does not change any more, for a later comparison.
struct StateCopy {
  /// The state with copies of the properties in place of its objects.
  private let contents: Any
  /// The type of the state, where it is an object.
  private let typeName: String?

  init(of state: Any) {
    var copying = Copying()
    contents = copying.copy(of: state, inside: [])
    let type = type(of: state)
    typeName = type is AnyClass ? String(String(customDumping: type as Any).dropLast(".self".count)) : nil
  }

  /// The difference to a later state in lines; `nil` where there is none.
  func difference(to other: StateCopy) -> String? {
    guard let lines = diff(contents, other.contents) else { return nil }
    // The copy of an object is written as a tuple, which has no name.
    guard let typeName, let parenthesis = lines.firstIndex(of: "(") else { return lines }
    return lines[..<parenthesis] + typeName + lines[parenthesis...]
  }
}

/// The making of one copy.
private struct Copying {
  /// The number of copies after which an object that was copied is not copied again where something else refers to it:
  /// there may be more ways through a graph of a few objects than can be walked.
  private static let limit = 1_000

  private var copied: Set<ObjectIdentifier> = []
  private var count = 0

  /// A value with copies of the objects in it, as far as they are found: itself, in an optional or in an array.
  mutating func copy(of value: Any, inside outer: [ObjectIdentifier]) -> Any {
    let type = type(of: value)
    if type is AnyClass {
      let object = value as AnyObject
      let id = ObjectIdentifier(object)
      // An object inside itself is another name for what is written there.
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
private struct ObjectCopy: CustomDumpReflectable {
  private let properties: [(label: String?, value: Any)]

  init(of object: AnyObject, inside outer: [ObjectIdentifier], _ copying: inout Copying) {
    var properties: [Mirror.Child] = []
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      properties.insert(contentsOf: current.children, at: 0)
      mirror = current.superclassMirror
    }
    // What '@Observable' adds is left out, and what it renames has its own name.
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
