import ElmEngine
import Testing

/// A child of each kind that can depart: its arrival and departure, its actions, and the scope of its effects.
struct Resident: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let scope: EffectScope
  let tell: @Sendable (JournalAction) -> HouseAction
  let arrive: @Sendable (inout House) -> Void
  let leave: @Sendable (inout House) -> Void
  let notes: @Sendable (House) -> [String]?

  static let all = [
    Resident(
      testDescription: "an optional child",
      scope: EffectScope("lodger"),
      tell: { .lodger($0) },
      arrive: { $0.lodger = [] },
      leave: { $0.lodger = nil },
      notes: { $0.lodger }
    ),
    Resident(
      testDescription: "an optional child with an id",
      scope: EffectScope("guest").appending(7),
      tell: { .guest($0) },
      arrive: { $0.guest = House.Guest(id: 7) },
      leave: { $0.guest = nil },
      notes: { $0.guest?.notes }
    ),
    Resident(
      testDescription: "a child in a dictionary",
      scope: EffectScope("rooms").appending(7),
      tell: { .room(7, $0) },
      arrive: { $0.rooms[7] = [] },
      leave: { $0.rooms[7] = nil },
      notes: { $0.rooms[7] }
    ),
    Resident(
      testDescription: "a child in an array",
      scope: EffectScope("queue").appending(7),
      tell: { .queue(7, $0) },
      arrive: { $0.queue.append(House.Guest(id: 7)) },
      leave: { $0.queue.removeAll { $0.id == 7 } },
      notes: { $0.queue.first { $0.id == 7 }?.notes }
    ),
    Resident(
      testDescription: "a child in a case of an enum",
      scope: EffectScope("visit"),
      tell: { .visit($0) },
      arrive: { $0.visit = .friend([]) },
      leave: { $0.visit = .nobody },
      notes: { if case .friend(let notes) = $0.visit { notes } else { nil } }
    ),
    Resident(
      testDescription: "a child with an id in a case of an enum",
      scope: EffectScope("relative").appending(7),
      tell: { .relative($0) },
      arrive: { $0.call = .relative(House.Guest(id: 7)) },
      leave: { $0.call = .nobody },
      notes: { if case .relative(let relative) = $0.call { relative.notes } else { nil } }
    ),
  ]
}
