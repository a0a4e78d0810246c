/// What the parts of a composite program in a scope share: the scope, and whether it was cancelled since the program
/// began.
///
/// Used on the main actor only.
package final class ProgramScope {
  package let scope: EffectScope
  private let table: EffectTable
  private let key: SlotKey

  package init(_ scope: EffectScope, table: EffectTable) {
    self.scope = scope
    self.table = table
    key = table.begin(in: scope)
  }

  /// Whether the scope was not cancelled since the program began.
  package var isCurrent: Bool {
    table.isCurrent(key)
  }

  /// Notes that the program has ended; to be called once.
  package func end() {
    table.end(key)
  }
}
