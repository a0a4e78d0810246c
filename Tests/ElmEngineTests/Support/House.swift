import ElmEngine

/// A parent with a child of each kind; every child is a list of notes that runs the effects it is sent.
struct House: Equatable, Sendable {
  /// A child with an identity.
  struct Guest: Equatable, Identifiable, Sendable {
    let id: Int
    var notes: [String] = []

    var entries: [Entry] {
      notes.enumerated().map { Entry(id: $0.offset, text: $0.element) }
    }
  }

  /// A note with a place, as an element.
  struct Entry: Equatable, Identifiable, Sendable {
    let id: Int
    let text: String
  }

  enum Visit: Equatable, Sendable {
    case nobody
    case friend([String])
  }

  enum Call: Equatable, Sendable {
    case nobody
    case relative(Guest)
  }

  var notes: [String] = []
  var owner: [String] = []
  var lodger: [String]?
  var guest: Guest?
  var rooms: [Int: [String]] = [:]
  var queue: [Guest] = []
  var visit = Visit.nobody
  var call = Call.nobody
}

indirect enum HouseAction: Sendable {
  case note(String)
  case run(Effect<HouseAction>)
  case change(@Sendable (inout House) -> Void)
  case owner(JournalAction)
  case lodger(JournalAction)
  case guest(JournalAction)
  case room(Int, JournalAction)
  case queue(Int, JournalAction)
  case visit(JournalAction)
  case relative(JournalAction)
}

/// A child's reducer, for children that are not lifted.
@MainActor
func keepJournal(_ notes: inout [String], _ action: JournalAction) -> Effect<JournalAction> {
  switch action {
  case .note(let text):
    notes.append(text)
    return .none
  case .run(let effect):
    return effect
  }
}

/// A child's reducer, and what it notes before the parent does.
let journal = ComposedReducer<[String], JournalAction> { keepJournal(&$0, $1) }

let guestbook = ComposedReducer<House.Guest, JournalAction> { guest, action in
  keepJournal(&guest.notes, action)
}

/// The house's own reducer, without its children's.
let bareHouse = ComposedReducer<House, HouseAction> { house, action in
  switch action {
  case .note(let text):
    house.notes.append(text)
  case .run(let effect):
    return effect
  case .change(let change):
    change(&house)
  case .owner(.note(let text)):
    house.notes.append("owner of \(house.owner.count) said \(text)")
  case .lodger(.note("knock")), .guest(.note("knock")), .room(_, .note("knock")), .queue(_, .note("knock")),
    .visit(.note("knock")), .relative(.note("knock")):
    house.notes.append("somebody knocks")
  case .room(let number, .note("leave")):
    house.rooms[number] = nil
  case .room(let number, .note("leave and write")):
    house.rooms[number] = nil
    return .send(.room(number, .note("a letter")))
  case .room(let number, .run):
    house.notes.append("room \(number) runs")
  case .room(_, .note("ask")):
    return .task { .note("asked") }
  default:
    break
  }
  return .none
}

let house =
  bareHouse
  .lifting(journal, id: "owner", state: \.owner) { action in
    if case .owner(let action) = action { action } else { nil }
  } embed: {
    .owner($0)
  }
  .lifting(journal, id: "lodger", state: \.lodger) { action in
    if case .lodger(let action) = action { action } else { nil }
  } embed: {
    .lodger($0)
  }
  .lifting(guestbook, id: "guest", state: \.guest) { action in
    if case .guest(let action) = action { action } else { nil }
  } embed: {
    .guest($0)
  }
  .lifting(each: journal, id: "rooms", state: \.rooms) { action in
    if case .room(let number, let action) = action { (number, action) } else { nil }
  } embed: {
    .room($0, $1)
  }
  .lifting(each: guestbook, id: "queue", state: \.queue) { action in
    if case .queue(let id, let action) = action { (id, action) } else { nil }
  } embed: {
    .queue($0, $1)
  }
  .lifting(journal, id: "visit") { (house: inout House, change: (inout [String]) -> Void) in
    guard case .friend(var notes) = house.visit else { return }
    change(&notes)
    house.visit = .friend(notes)
  } read: { house, body in
    if case .friend(let notes) = house.visit { body(notes) }
  } action: { action in
    if case .visit(let action) = action { action } else { nil }
  } embed: {
    .visit($0)
  }
  .lifting(guestbook, id: "relative") { (house: inout House, change: (inout House.Guest) -> Void) in
    guard case .relative(var relative) = house.call else { return }
    change(&relative)
    house.call = .relative(relative)
  } read: { house, body in
    if case .relative(let relative) = house.call { body(relative) }
  } action: { action in
    if case .relative(let action) = action { action } else { nil }
  } embed: {
    .relative($0)
  }
