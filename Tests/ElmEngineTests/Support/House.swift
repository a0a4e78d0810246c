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

  var friend: [String]? {
    get { if case .friend(let notes) = visit { notes } else { nil } }
    set { visit = newValue.map { .friend($0) } ?? .nobody }
  }

  var relative: Guest? {
    get { if case .relative(let relative) = call { relative } else { nil } }
    set { call = newValue.map { .relative($0) } ?? .nobody }
  }
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
  .lifting(
    journal,
    at: Child(\.owner, id: "owner") {
      .owner($0)
    } extract: { action in
      if case .owner(let action) = action { action } else { nil }
    }
  )
  .lifting(
    journal,
    at: Child(\.lodger, id: "lodger") {
      .lodger($0)
    } extract: { action in
      if case .lodger(let action) = action { action } else { nil }
    }
  )
  .lifting(
    guestbook,
    at: Child(\.guest, id: "guest") {
      .guest($0)
    } extract: { action in
      if case .guest(let action) = action { action } else { nil }
    }
  )
  .lifting(
    journal,
    at: ChildList(\.rooms, id: "rooms") {
      .room($0, $1)
    } extract: { action in
      if case .room(let number, let action) = action { (number, action) } else { nil }
    }
  )
  .lifting(
    guestbook,
    at: ChildList(\.queue, id: "queue") {
      .queue($0, $1)
    } extract: { action in
      if case .queue(let id, let action) = action { (id, action) } else { nil }
    }
  )
  .lifting(
    journal,
    at: Child(\.friend, id: "visit") {
      .visit($0)
    } extract: { action in
      if case .visit(let action) = action { action } else { nil }
    }
  )
  .lifting(
    guestbook,
    at: Child(\.relative, id: "relative") {
      .relative($0)
    } extract: { action in
      if case .relative(let action) = action { action } else { nil }
    }
  )
