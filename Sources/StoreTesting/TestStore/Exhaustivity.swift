/// How much of what happens in a store its test has to assert.
///
/// ```swift
/// let store = TestStore(store, exhaustivity: .off)
/// await store.send(.typed("sw"))                           // whatever it changes
/// await store.receive(.found([]), exhaustivity: .on) { … }  // each change
/// ```
///
/// It is about actions and about the state. What ``TestStore/finish(ignoring:fileID:filePath:line:column:)`` finds
/// besides has exceptions of its own, see ``Leftovers``.
public struct Exhaustivity: Hashable, Sendable {
  let isOn: Bool
  let showsSkipped: Bool

  /// Each received action has to be asserted, in order, and each change of the state.
  public static let on = Exhaustivity(isOn: true, showsSkipped: false)

  /// Actions and changes that are not asserted are skipped.
  ///
  /// What is asserted has to be so. The closure of a step sets new values then, rather than change old ones
  /// (`$0.count = 2`, not `$0.count += 1`): where other changes are skipped, it is applied to the state as it is, and has to
  /// leave it so.
  public static let off = Exhaustivity(isOn: false, showsSkipped: false)

  /// As ``off``, and says whether what is skipped is shown, as issues that are expected and fail no test.
  public static func off(showsSkipped: Bool) -> Exhaustivity {
    Exhaustivity(isOn: false, showsSkipped: showsSkipped)
  }
}
