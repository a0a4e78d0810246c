import StoreCore
import StoreRecording

/// A list of recorded elements, in order, from any thread.
final class Recorded<Element: Sendable>: Sendable {
  private let elements = Locked<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }

  func append(_ element: Element) {
    elements.withLock { $0.append(element) }
  }
}

// What checks ask of the events of their stores.
extension Recorder {
  var all: [RuntimeEvent] { recording.records.compactMap(\.event) }

  /// The names of the actions that were dropped.
  var dropped: [String] {
    all.compactMap { event in
      if case .actionDropped(let action) = event.kind { "\(action)" } else { nil }
    }
  }

  /// Returns the number of effects of a name that were refused.
  func refusedCount(of id: EffectID) -> Int {
    all.count { event in
      if case .effectRefused(let info, _) = event.kind { info.id == id } else { false }
    }
  }

  /// Returns the outcomes of the effects of a name.
  func outcomes(of id: EffectID) -> [EffectOutcome] {
    all.compactMap { event in
      if case .effectEnded(let info, let outcome) = event.kind, info.id == id { outcome } else { nil }
    }
  }
}

/// A flag that is set once, on whichever thread.
final class Flag: Sendable {
  private let value = Locked(false)

  var isSet: Bool { value.withLock { $0 } }

  func set() {
    value.withLock { $0 = true }
  }
}
