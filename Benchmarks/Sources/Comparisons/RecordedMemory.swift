import CProcess
import ElmEngine
import StoreRecording

/// What a recorder with its default limits takes, while it records ten million events of stores with large states.
package enum RecordedMemory {
  /// The most memory that the process has had resident, in bytes.
  private static var peak: Double { peak_resident() }

  /// Plays the events of a store whose state takes a megabyte, and of short-lived stores beside it.
  ///
  /// Each send is two events, one of them a state. Each thousandth one changes the large part, which is copied, as it is
  /// kept; with each thousandth one, too, a store is made, used and dropped.
  ///
  /// - Returns: The most memory in the first half, and in all of it.
  @MainActor
  package static func measure(events: Int) -> (half: Double, whole: Double) {
    let recorder = Recorder()
    let options = StoreOptions(observers: [recorder])
    let rows = 131_072
    let store = Store<Table, Int>(initialState: Table(rows: rows), options: options) { state, row in
      var newState = state
      newState.changes &+= 1
      if row >= 0 { newState.rows[row] &+= 1 }
      return (newState, .none)
    }
    var half = 0.0
    for number in 0..<events / 2 {
      if number == events / 4 { half = peak }
      guard number.isMultiple(of: 1_000) else {
        store.send(-1)
        continue
      }
      store.send(number % rows)
      makeTableStore(rows: 1_000, options).send(1)
    }
    return (half, peak)
  }
}
