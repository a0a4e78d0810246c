/// What the parts of a named composite program share: its name's place in the registry, and whether it was cancelled.
///
/// Used on the main actor only.
package final class ProgramGroup {
  let key: SlotKey
  /// The program's name within the store.
  let id: EffectID
  private let table: EffectTable

  init(_ key: SlotKey, id: EffectID, table: EffectTable) {
    self.key = key
    self.id = id
    self.table = table
  }

  /// Whether the program was not cancelled since it began.
  package var isCurrent: Bool {
    table.isCurrent(group: key)
  }

  /// Notes that the program has ended; to be called once.
  package func end() {
    table.end(group: key)
  }
}
