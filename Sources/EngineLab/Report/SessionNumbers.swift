import StoreRecording

extension [RecordText] {
  /// The records with stores and effects numbered from 1 in the order in which they come: the process's own numbers
  /// differ from one play to the next.
  var renumbered: [RecordText] {
    var stores: [Int: Int] = [:]
    var effects: [UInt64: UInt64] = [:]
    func store(_ number: Int) -> Int {
      let new = stores[number] ?? stores.count + 1
      stores[number] = new
      return new
    }
    func effect(_ number: UInt64) -> UInt64 {
      let new = effects[number] ?? UInt64(effects.count + 1)
      effects[number] = new
      return new
    }
    func cause(_ cause: RecordText.Cause) -> RecordText.Cause {
      var new = cause
      new.store = store(cause.store)
      new.effect = cause.effect.map(effect)
      return new
    }
    return map { record in
      var new = record
      new.store = record.store.map(store)
      new.effect = record.effect.map(effect)
      new.cause = record.cause.map(cause)
      new.ender?.effect = record.ender?.effect.map(effect)
      new.ender?.cause = record.ender?.cause.map(cause)
      return new
    }
  }
}
