/// A search for objects in what is observed of a state, by its type.
///
/// An object is the same before and after an action: its changes cannot be seen.
package enum ObservedObject {
  /// Returns the class of the objects that a type is, or that it holds as an optional, a dictionary or another
  /// collection; `nil` if the type shows no objects.
  package static func type(in type: Any.Type) -> Any.Type? {
    // A collection may be its own element.
    find(in: type, levels: 8)
  }

  private static func find(in type: Any.Type, levels: Int) -> Any.Type? {
    if type is AnyClass { return type }
    guard levels > 0 else { return nil }
    if let holder = type as? any Holder.Type { return find(in: holder.heldType, levels: levels - 1) }
    if let collection = type as? any Collection.Type { return find(in: element(of: collection), levels: levels - 1) }
    return nil
  }

  private static func element<Values: Collection>(of _: Values.Type) -> Any.Type { Values.Element.self }

  /// A type that holds values other than as a collection's elements.
  fileprivate protocol Holder {
    static var heldType: Any.Type { get }
  }
}

extension Optional: ObservedObject.Holder {
  fileprivate static var heldType: Any.Type { Wrapped.self }
}

extension Dictionary: ObservedObject.Holder {
  fileprivate static var heldType: Any.Type { Value.self }
}
