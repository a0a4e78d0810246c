#if SQLite && os(Linux)
import ElmEngine
import Foundation
import GRDB
import StoreCore
import StorePersistence
import Testing
import _StoreTestSupport

@testable import StoreDatabase

/// Processes that share a database, or are killed while they save.
@Suite struct DatabaseProcessTests {
  private let folder = Folder()
  private let saved = SavedRows("orders", Order.self)

  @Test @MainActor func `a process that is killed at any statement loses nothing that was durable`() async throws {
    var random = SplitMix64(seed: 1)
    var steps: Set<Int> = []
    for round in 0..<Rounds.of(1_000) {
      // To open takes some, and each save a dozen.
      let statement = round < 40 ? round : Int.random(in: 0..<150, using: &random)
      let path = folder.path
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, statement = statement as Int] in
        try await SavingProcess.run(path, killedAt: statement)
      }
      let loaded = SavedRows("orders", Order.self).load(from: try DatabaseStorage(DatabaseQueue(path: folder.path)))
      let notes = SavingProcess.notes(of: folder.path)
      #expect(["nothing", "restored"].contains(loaded.outcome.words))
      // The state before step n is a function of n: what is loaded has to be one that was sent, and no older one than the
      // last that was durable.
      let possible = (notes.durable...max(notes.durable, notes.sent)).filter { Steps.orders(before: $0) == loaded.rows }
      #expect(!possible.isEmpty, "\(loaded.rows) with \(notes)")
      steps.insert(notes.durable)
    }
    #expect(steps.count > 10)
    let storage = try DatabaseStorage(DatabaseQueue(path: folder.path))
    #expect(try storage.kept() == [])
  }

  @Test @MainActor func `two processes that write different rows lose none`() async throws {
    try await write(first: "a", second: "b", isShared: false)
    let storage = try DatabaseStorage(DatabaseQueue(path: folder.path))
    let rows = saved.load(from: storage).rows
    #expect(Set(rows.map(\.id)) == Set(0..<40))
    let last = Set(Self.count - 20..<Self.count)
    for ids in [0..<20, 20..<40] {
      #expect(Set(rows.filter { ids.contains($0.id) }.compactMap { Int($0.text) }) == last)
    }
    #expect(try storage.kept() == [])
    #expect(try storage.mark(of: "orders")?.generation == UInt64(2 * Self.count))
  }

  @Test func `two processes that write one row lose nothing that is not told`() async throws {
    try await write(first: "a", second: "b", isShared: true)
    let storage = try DatabaseStorage(DatabaseQueue(path: folder.path))
    let conflicts = SavingProcess.lines(of: folder.path).count { $0 == "conflict" }
    #expect(try storage.kept().count == conflicts)
    #expect(try storage.rows(of: "orders").rows.map(\.key) == ["0"])
  }

  /// The number of saves by each process: of one row few, as each may leave a copy, of which there can be eight.
  private static let count = Rounds.of(10_000)

  private func write(first: String, second: String, isShared: Bool) async throws {
    _ = try DatabaseStorage(folder.pool())
    let path = folder.path
    async let one: Void = write(first, in: path, isShared)
    async let two: Void = write(second, in: path, isShared)
    _ = await (one, two)
  }

  private func write(_ word: String, in path: String, _ isShared: Bool) async {
    let count = isShared ? 4 : Self.count
    let names = [word, path]
    await #expect(processExitsWith: .success) {
      [names = names as [String], isShared = isShared as Bool, count = count as Int] in
      try SavingProcess.write(names[0], in: names[1], isShared, times: count)
    }
  }
}

/// A script without an end: what the rows are before a step is a function of its number.
private enum Steps {
  /// The number of steps after which it begins again with no rows.
  static let period = 100

  static func take(_ step: Int, _ orders: inout [Order]) {
    if step % period == 0 { orders = [] }
    switch step % 5 {
    case 0, 1: orders.append(Order(id: step, text: "\(step)"))
    case 2: orders[(step / 5) % orders.count].text = "changed at \(step)"
    case 3: orders.swapAt(0, orders.count - 1)
    default: if orders.count > 6 { orders.removeFirst(2) }
    }
  }

  static func orders(before step: Int) -> [Order] {
    var orders: [Order] = []
    for earlier in max(0, (step - 1) / period * period)..<step { take(earlier, &orders) }
    return orders
  }
}

/// What the processes do.
private enum SavingProcess {
  static func lines(of path: String) -> [Substring] {
    let bytes = FileManager.default.contents(atPath: path + ".notes") ?? Data()
    // There is nothing older among the last notes that is asked for.
    return String(decoding: bytes.suffix(2_000), as: UTF8.self).split(separator: "\n")
  }

  /// The numbers of the last steps that were sent, and durable.
  static func notes(of path: String) -> (sent: Int, durable: Int) {
    let lines = lines(of: path)
    func last(_ word: String) -> Int {
      lines.last { $0.hasPrefix(word) }.flatMap { Int($0.dropFirst(word.count + 1)) } ?? 0
    }
    return (last("sent"), last("durable"))
  }

  /// Adds a line, which a kill leaves as it is.
  static func note(_ words: String, of path: String) throws {
    let file = open(path + ".notes", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(file) }
    let line = Array("\(words)\n".utf8)
    guard Glibc.write(file, line, line.count) == line.count else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Saves after each step, until the process is killed before a statement: step n is noted as n, from 1.
  @MainActor
  static func run(_ path: String, killedAt last: Int) async throws {
    let count = Locked(0)
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      db.trace { _ in
        let number = count.withLock { count in
          count += 1
          return count
        }
        if number > last { kill(getpid(), SIGKILL) }
      }
    }
    let storage = try DatabaseStorage(DatabaseQueue(path: path, configuration: configuration))
    let loaded = SavedRows("orders", Order.self).load(from: storage)
    let noted = notes(of: path)
    // The process before may have been killed between a save and its note.
    guard var step = (noted.durable...noted.sent).last(where: { Steps.orders(before: $0) == loaded.rows }) else {
      fatalError("What was loaded was never sent.")
    }
    let store = Store(initialState: loaded.rows, options: StoreOptions(logger: nil)) {
      (orders: inout [Order], step: Int) in
      Steps.take(step, &orders)
      return .none
    }
    let saving = store.persist(\.self, as: loaded, every: .zero)
    while true {
      try note("sent \(step + 1)", of: path)
      store.send(step)
      step += 1
      try await saving.save()
      try note("durable \(step)", of: path)
    }
  }

  static func write(_ word: String, in path: String, _ isShared: Bool, times count: Int) throws {
    // The turns of two processes are not fair: one may wait longer than the storage's five seconds.
    var configuration = Configuration()
    configuration.busyMode = .timeout(120)
    let storage = try DatabaseStorage(DatabaseQueue(path: path, configuration: configuration))
    let saved = SavedRows("orders", Order.self)
    let loaded = LoadedRows(saved.definition, SaveLane.lane(of: "orders", in: storage), storage)
    let writer = RowWriter<[Order]>(behind: loaded) { [] }
    var orders = loaded.rows
    for number in 0..<count {
      if isShared {
        orders = [Order(id: 0, text: "\(word) \(number)")]
      } else {
        // Twenty rows of its own, as each save compares all that the writer knows.
        let order = Order(id: (word == "a" ? 0 : 20) + number % 20, text: "\(number)")
        if let index = orders.firstIndex(where: { $0.id == order.id }) {
          orders[index] = order
        } else {
          orders.append(order)
        }
      }
      if case .storedBesideTheirs = try writer.write(orders, isAsked: true) { try note("conflict", of: path) }
    }
  }
}
#endif
