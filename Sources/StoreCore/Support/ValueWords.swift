/// The text of a value in one line, in which the values that it holds are without the names of modules and outer types.
///
/// It is the value's description, but for those: `loaded(Row(id: 1, kind: .red))`, where Swift writes
/// `loaded(App.List.Row(id: 1, kind: App.List.Row.Kind.red))`.
package enum ValueWords {
  package static func of(_ value: Any) -> String {
    let description = "\(value)"
    // Reflection takes longer, and most actions and ids hold nothing whose type is written.
    guard description.utf8.contains(UInt8(ascii: ".")) else { return description }
    return words(for: value, isPart: false) ?? description
  }

  private static func part(_ value: Any) -> String { words(for: value, isPart: true) ?? String(reflecting: value) }

  /// Returns a value's words; `nil` for those of its description.
  private static func words(for value: Any, isPart: Bool) -> String? {
    let mirror = Mirror(reflecting: value)
    if value is any StandardContainer { return words(forContainer: mirror, isPart) }
    if value is any CustomStringConvertible || value is any CustomDebugStringConvertible
      || value is any TextOutputStreamable
    {
      return nil
    }
    switch mirror.displayStyle {
    case .struct: return "\(type(of: value))(\(list(mirror)))"
    case .class: return "\(type(of: value))"
    case .tuple: return "(\(list(mirror)))"
    case .enum: return (isPart ? "." : "") + words(forCase: mirror, of: value)
    default: return nil
    }
  }

  private static func words(forContainer mirror: Mirror, _ isPart: Bool) -> String? {
    switch mirror.displayStyle {
    case .optional:
      return mirror.children.first.map { "Optional(\(part($0.value)))" } ?? "nil"
    case .dictionary where !mirror.children.isEmpty:
      let entries = mirror.children.map { Mirror(reflecting: $0.value).children.map { part($0.value) } }
      return "[\(entries.map { $0.joined(separator: ": ") }.joined(separator: ", "))]"
    case .dictionary:
      return "[:]"
    case .set where isPart:
      return "Set([\(list(mirror))])"
    default:
      return "[\(list(mirror))]"
    }
  }

  private static func words(forCase mirror: Mirror, of value: Any) -> String {
    guard let payload = mirror.children.first else { return "\(value)" }
    let parts = Mirror(reflecting: payload.value)
    return "\(payload.label ?? "")(\(parts.displayStyle == .tuple ? list(parts) : part(payload.value)))"
  }

  /// Returns the parts with their labels; those of a tuple may only count them.
  private static func list(_ mirror: Mirror) -> String {
    mirror.children.map { child in
      guard let label = child.label, !label.hasPrefix(".") else { return part(child.value) }
      return "\(label): \(part(child.value))"
    }
    .joined(separator: ", ")
  }
}

/// The containers of the standard library, which describe themselves with full names of types.
private protocol StandardContainer {}
extension Array: StandardContainer {}
extension Dictionary: StandardContainer {}
extension Optional: StandardContainer {}
extension Set: StandardContainer {}
