/// A part of a value that was expected to change, and is not what it was expected to become.
struct PartDifference {
  /// Where it is in the value, such as `.rows[2].title`; empty for the value itself.
  let path: String
  /// `nil` where it was expected to be removed.
  let expected: Any?
  /// `nil` where it is absent.
  let actual: Any?

  /// Finds the parts that differ between `before` and `expected`, and are something else in `actual`.
  ///
  /// It looks into the values as long as they have the same ``Parts``.
  static func find(before: Any?, expected: Any?, actual: Any?, path: String = "") -> [PartDifference] {
    guard !Parts.areEqual(before, expected), !Parts.areEqual(expected, actual) else { return [] }
    let whole = [PartDifference(path: path, expected: expected, actual: actual)]
    guard let before = Parts(of: before), let expected = Parts(of: expected), let actual = Parts(of: actual),
      before.shape == expected.shape, expected.shape == actual.shape
    else { return whole }
    let changed = expected.changes(from: before)
    // What differs may be in none of the parts that can be seen.
    guard !changed.isEmpty else { return whole }
    return changed.flatMap { name in
      find(before: before.values[name], expected: expected.values[name], actual: actual.values[name], path: path + name)
    }
  }
}
