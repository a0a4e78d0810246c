/// The extent to which a test has to assert what happens in its store.
///
/// ```swift
/// let store = TestStore(store, exhaustivity: .off)
/// await store.send(.typed("sw"))                           // whatever it changes
/// await store.receive(.found([]), exhaustivity: .on) { … }  // each change
/// ```
///
/// It applies to actions and to the state. What else ``TestStore/finish(ignoring:fileID:filePath:line:column:)``
/// reports has its own exceptions, see ``Unasserted``.
public struct Exhaustivity: Hashable, Sendable {
  let isOn: Bool
  let showsSkipped: Bool

  /// Each received action has to be asserted, in order, and each change of the state.
  public static let on = Exhaustivity(isOn: true, showsSkipped: false)

  /// Actions and changes that are not asserted are skipped.
  ///
  /// The closure of a step gets a state that was observed before, so that `insert` and `+=` work as usual: that before
  /// the action of the step, or that of the last step for an expected change. The parts of the state that it changes
  /// have to match, and all others may be anything; so may a part that it sets to its old value.
  ///
  /// Parts are the properties of structs and tuples, the values in optionals and in cases of enums, the values of
  /// dictionaries, and the elements of arrays whose length stays the same. Anything else is compared as a whole, such
  /// as an array that gets longer, a set, an object, or a struct of Swift or Foundation like a date or a range. A
  /// closure that changes nothing at all fails the step.
  public static let off = Exhaustivity(isOn: false, showsSkipped: false)

  /// Returns ``off``, with a choice whether skipped things are shown, as expected issues, which fail no test.
  ///
  /// Nothing is shown where the test library knows of no issue that fails no test: in XCTest without an Objective-C
  /// runtime, as on Linux, and in a detached task of a test, which does not belong to the test.
  public static func off(showsSkipped: Bool) -> Exhaustivity {
    Exhaustivity(isOn: false, showsSkipped: showsSkipped)
  }
}
