import StoreCore

/// A part in which two values differ.
package struct PartDifference {
  /// Its place in the value, such as `.rows[2].title`; empty for the value itself.
  package let path: String
  /// The older or expected part; `nil` if there was none, or it was expected to be removed.
  package let expected: Any?
  /// The newer or actual part; `nil` if it is absent.
  package let actual: Any?

  /// Finds the parts that differ between `before` and `expected`, and again between `expected` and `actual`.
  ///
  /// It looks into the values as long as they have the same ``Parts``.
  package static func find(before: Any?, expected: Any?, actual: Any?, path: String = "") -> [PartDifference] {
    guard !Parts.areEqual(before, expected), !Parts.areEqual(expected, actual) else { return [] }
    let whole = [PartDifference(path: path, expected: expected, actual: actual)]
    guard let before = Parts(of: before), let expected = Parts(of: expected), let actual = Parts(of: actual),
      before.shape == expected.shape, expected.shape == actual.shape
    else { return whole }
    let changed = expected.changes(from: before)
    // The difference may be in none of the visible parts.
    guard !changed.isEmpty else { return whole }
    return changed.flatMap { name in
      find(before: before.values[name], expected: expected.values[name], actual: actual.values[name], path: path + name)
    }
  }
}

/// The parts in which two values differ, as texts.
///
/// It looks no further where parts are equal by `==`, matches rows of arrays by their ids if they are `Identifiable`, and
/// stops at 100 changes. Texts and what is hidden are as in a ``ValueTree``.
package struct ValueChanges: Equatable, Sendable {
  /// A part that has changed.
  package struct Change: Equatable, Sendable {
    /// Its place in the value, such as `.rows[2].title` or `.rows[id: 7].title`; empty for the value itself.
    package let path: String
    /// The text of the older part; `nil` if there was none.
    package let before: String?
    /// The text of the newer part; `nil` if there is none.
    package let after: String?
  }

  /// The changes, the first 100 if there are more.
  package let changes: [Change]
  /// Whether there are more.
  package let isCut: Bool

  static let limit = 100

  /// Compares two values, in slices of the main actor; what comes after the slices' limit is left out.
  @MainActor
  package init(from old: Any, to new: Any, slices: MainActorSlices) async {
    var search = DifferenceSearch(slices: slices, limit: Self.limit)
    let isWhole = await search.find(old, new, path: "", isHidden: false)
    changes = search.found.prefix(Self.limit).map { part in
      Change(
        path: part.path,
        before: part.expected.map { ValueText.of($0).text },
        after: part.actual.map { ValueText.of($0).text }
      )
    }
    isCut = !isWhole || search.found.count > Self.limit
  }
}
