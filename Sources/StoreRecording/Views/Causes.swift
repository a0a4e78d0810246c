import StoreCore

/// Where the causes in a recording lead: the places of records among all.
struct Causes {
  /// An action's number counts from 1 in each store.
  struct ActionKey: Hashable {
    let store: StoreIdentity
    let id: ActionID
  }

  /// The places of the records in an effect's life.
  struct Life {
    let info: EffectInfo
    /// The first record: it was queued, refused or started.
    let launch: Int
    var start: Int?
    var end: Int?
    var outcome: EffectOutcome?
    var drain: Int?
  }

  private(set) var actions: [ActionKey: Int] = [:]
  private(set) var lives: [CancellationToken: Life] = [:]
  /// The tokens in the order of the launches.
  private(set) var tokens: [CancellationToken] = []

  init(_ records: [Record]) {
    for (index, record) in records.enumerated() {
      guard let event = record.event else { continue }
      if let id = event.kind.actionID { actions[ActionKey(store: event.store, id: id)] = index }
      guard let info = event.kind.effect else { continue }
      if lives[info.token] == nil {
        // Nothing else is known of an effect whose end alone is kept.
        if case .effectDrained = event.kind { continue }
        tokens.append(info.token)
      }
      var life = lives[info.token] ?? Life(info: info, launch: index)
      switch event.kind {
      case .effectStarted: life.start = index
      case .effectRefused(_, let reason): (life.end, life.outcome) = (index, .refused(reason))
      case .effectEnded(_, let outcome): (life.end, life.outcome) = (index, outcome)
      case .effectDrained: life.drain = index
      default: break
      }
      lives[info.token] = life
    }
  }

  /// The record that an event came from; `nil` if it came from outside, or the record is lost.
  func origin(of event: RuntimeEvent) -> Int? {
    switch event.cause {
    case .action(let id): actions[ActionKey(store: event.store, id: id)]
    case .effect(let token): lives[token]?.launch
    case nil: nil
    }
  }
}
