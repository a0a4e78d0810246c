public import StoreCore

/// One thing that a ``Recorder`` has kept.
public struct Record: Sendable {
  /// The number among all that the recorder has been given, from 1 and without gaps.
  public let number: UInt64
  /// The store; `nil` for a note.
  public let store: StoreIdentity?
  /// The time since a moment that is the same for all stores of the process, by the system's continuous clock.
  public let time: Duration
  /// The time by the recorder's own clock, if it was given one.
  public let clockTime: Duration?
  /// What was recorded.
  public let content: Content

  /// The kinds of records.
  public enum Content: Sendable {
    /// An event of a store.
    case event(RuntimeEvent)
    /// A state that was kept: after an action, or after another change or at the beginning.
    case state(after: ActionID?)
    /// A remark of ``Recorder/note(_:)``.
    case note(String)
  }

  /// The event, if it is one.
  public var event: RuntimeEvent? {
    if case .event(let event) = content { event } else { nil }
  }
}

/// What a ``Recorder`` has kept, at one moment; its views are made when they are asked for.
public struct Recording: Sendable {
  /// The records, in the order of their numbers.
  public let records: [Record]
  /// The number of records that came before, and were dropped.
  public let lost: UInt64
  /// The stores that are known by more than their records.
  private let known: [StoreIdentity: StoreRecord]

  /// Creates a recording.
  package init(records: [Record], lost: UInt64 = 0, known: [StoreIdentity: StoreRecord] = [:]) {
    self.records = records
    self.lost = lost
    self.known = known
  }

  /// The stores of the records, in the order of their first ones.
  ///
  /// - Complexity: O(records).
  public var stores: [StoreRecord] {
    var stores: [StoreRecord] = []
    var places: [StoreIdentity: Int] = [:]
    for record in records {
      guard let store = record.store else { continue }
      let place = places[store] ?? stores.count
      if place == stores.count {
        places[store] = place
        stores.append(known[store] ?? StoreRecord(store))
      }
      switch record.event?.kind {
      case .storeAdopted(let parent)?: stores[place].parent = parent
      case .storeEnded?: stores[place].hasEnded = true
      default: break
      }
    }
    return stores
  }

  /// The time of a record as views show it: by the recorder's clock, else since the first record.
  public func time(of record: Record) -> Duration {
    record.clockTime ?? record.time - (records.first?.time ?? .zero)
  }
}

extension RuntimeEvent.Kind {
  /// The action of an event about one.
  package var action: (any Sendable)? {
    switch self {
    case .actionHandled(let action, _), .actionDropped(let action), .actionVetoed(let action, _, _): action
    default: nil
    }
  }

  /// The number of an action that was handled or vetoed.
  package var actionID: ActionID? {
    switch self {
    case .actionHandled(_, let id), .actionVetoed(_, let id, _): id
    default: nil
    }
  }

  /// The number of the effect of an event in an effect's life.
  package var effectToken: CancellationToken? { effect?.token }

  /// The effect of an event in an effect's life.
  package var effect: EffectInfo? {
    switch self {
    case .effectQueued(let info), .effectRefused(let info, _), .effectStarted(let info), .effectEnded(let info, _),
      .effectDrained(let info), .effectPaused(let info, _):
      info
    default: nil
    }
  }
}
