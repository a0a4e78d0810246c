extension SessionText {
  /// A line for each store of which the types are known, then one for each event and note.
  var lines: [String] { storeLines() + eventLines }

  /// Returns the lines for stores: for all, or for those of some effects.
  package func storeLines(ofEffects effects: [UInt64]? = nil) -> [String] {
    let shown = effects.map { Set($0.compactMap { lives[$0].flatMap { records[$0.launch].store } }) }
    return stores.compactMap { store in
      guard shown?.contains(store.store) ?? true, let types = store.types else { return nil }
      return "          \(titles[store.store] ?? ""): \(types)"
    }
  }

  /// A line for each event and note.
  package var eventLines: [String] {
    let head = lost == 1 ? "(1 earlier record is lost)" : "(\(lost) earlier records are lost)"
    return (lost > 0 ? [head] : []) + records.compactMap { record in words(for: record).map { line($0, of: record) } }
  }

  /// Returns a line for an action or an effect, and for all that came from it, indented by its depth.
  ///
  /// An effect stands there once, by the record of its launch.
  ///
  /// - Parameter number: The number of the record of the action, or of any in the effect's life.
  /// - Returns: The lines; none if there is no such record.
  func tree(of number: UInt64) -> [String] {
    var root = records.partitioningIndex { $0.number >= number }
    guard root < records.count, records[root].number == number else { return [] }
    if let life = records[root].effect.flatMap({ lives[$0] }) { root = life.launch }
    var children: [Int: [Int]] = [:]
    for (place, record) in records.enumerated() {
      guard let origin = self.place(of: record.cause) else { continue }
      if let effect = record.effect, lives[effect]?.launch != place { continue }
      children[origin, default: []].append(place)
    }
    var lines: [String] = []
    // Not by recursion: a chain may have as many links as there are records.
    var open = [(place: root, depth: 0)]
    while let (place, depth) = open.popLast() {
      lines.append(line(words(for: records[place]) ?? "", of: records[place], depth: depth))
      open += (children[place] ?? []).reversed().map { ($0, depth + 1) }
    }
    return lines
  }
}
