/// A hashable value of any type, compared by type and value.
///
/// `AnyHashable` would not do: it calls `1` and `1.0` equal.
// Sendable: the only stored property is the constant of `Of`, whose type is Sendable.
class EffectIDBox: Hashable, @unchecked Sendable {
  func isEqual(to other: EffectIDBox) -> Bool { self === other }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }

  var description: String { "" }

  static func == (lhs: EffectIDBox, rhs: EffectIDBox) -> Bool {
    lhs.isEqual(to: rhs)
  }
}

extension EffectIDBox {
  // Sendable: the only stored property is a constant of a Sendable type.
  final class Of<Value: Hashable & Sendable>: EffectIDBox, @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }

    override func isEqual(to other: EffectIDBox) -> Bool {
      guard let other = other as? Of<Value> else { return false }
      return value == other.value
    }

    override func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(Value.self))
      hasher.combine(value)
    }

    override var description: String { String(describing: value) }
  }
}
