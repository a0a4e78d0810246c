/// The parts of a value in which a text was found: in their own text, or in the name of a property.
package struct ValueSearch: Sendable {
  /// A part, and its text.
  package struct Match: Equatable, Sendable {
    package let path: String
    package let text: String
  }

  static let limit = 100

  /// The first matches, at most 100.
  package private(set) var matches: [Match] = []
  /// Whether there may be more.
  package private(set) var isCut = false

  /// A part on the way to the one that is looked at: its path is made only for a match.
  private final class Step {
    let part: PartList.Part
    let outer: Step?

    init(_ part: PartList.Part, inside outer: Step?) {
      (self.part, self.outer) = (part, outer)
    }

    var path: String {
      var names: [String] = []
      var step: Step? = self
      while let current = step {
        names.append(current.part.name)
        step = current.outer
      }
      return names.reversed().joined()
    }
  }

  /// Looks for a text in any part of a value, whatever its case; what is hidden is not found.
  ///
  /// - Complexity: O(parts), in slices of the main actor.
  @MainActor
  package init(for text: String, in value: Any, slices: MainActorSlices) async {
    isCut = await !look(for: TextSearch(for: text), in: value, at: nil, slices)
  }

  /// Returns whether all of the value was looked at.
  @MainActor
  private mutating func look(
    for text: TextSearch,
    in value: Any,
    at step: Step?,
    _ slices: MainActorSlices
  ) async -> Bool {
    guard await slices.next() else { return false }
    let isNamed = step?.part.property.map(text.isFound) ?? false
    let isHidden = step?.part.property.map(ValueText.hides) ?? false
    guard !isHidden, let list = Self.isLeaf(value) ? nil : PartList(of: value), list.count > 0 else {
      let words = isHidden ? ValueText.hidden : value as? String ?? ValueText.of(value).text
      return !(isNamed || !isHidden && text.isFound(in: words)) || add(words, at: step)
    }
    if isNamed, !add(list.count == 1 ? "1 part" : "\(list.count) parts", at: step) { return false }
    for part in list.parts {
      guard await look(for: text, in: part.value, at: Step(part, inside: step), slices) else { return false }
    }
    return true
  }

  /// Whether a value surely has no parts: most have none, and a mirror of each would take longer than all else.
  private static func isLeaf(_ value: Any) -> Bool {
    value is String || value is Int || value is Bool || value is Double
  }

  private mutating func add(_ text: String, at step: Step?) -> Bool {
    guard matches.count < Self.limit else { return false }
    matches.append(Match(path: step?.path ?? "", text: ValueText.cut(text).text))
    return true
  }
}
