import StoreCore

/// The decisions of a recorder: the numbers of records, which of them are kept, and whom a new one resumes.
struct RecordRing<Waiter> {
  private let capacity: Int
  /// The record with the number `n` is at `(n - 1) % capacity`.
  private var slots: [Record] = []
  /// The number of the last record, which is that of all that have come.
  private(set) var last: UInt64 = 0
  private var waits: [(id: UInt64, number: UInt64, waiter: Waiter)] = []

  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// The number of records that are not kept any more.
  var lost: UInt64 { last - UInt64(slots.count) }

  /// Adds a record, and returns its number, the record that it replaces, and the waiters that it resumes.
  mutating func append(
    _ content: Record.Content,
    of store: StoreIdentity?,
    at time: Duration,
    clockTime: Duration?
  ) -> (number: UInt64, oldest: Record?, waiters: [Waiter]) {
    last += 1
    var record = Record(number: last, store: store, time: time, clockTime: clockTime, content: content)
    var oldest: Record?
    if slots.count < capacity {
      slots.append(record)
    } else {
      swap(&slots[index(of: last)], &record)
      oldest = record
    }
    return (last, oldest, waits.isEmpty ? [] : takeWaiters())
  }

  private func index(of number: UInt64) -> Int { Int((number - 1) % UInt64(capacity)) }

  private mutating func takeWaiters() -> [Waiter] {
    let resumed = waits.filter { $0.number < last }
    waits.removeAll { $0.number < last }
    return resumed.map(\.waiter)
  }

  /// Returns records after a number, at most `limit`, and how many between are lost.
  func records(after number: UInt64, limit: Int) -> (records: [Record], lost: UInt64) {
    let first = max(number, lost)
    guard first < last, limit > 0 else { return ([], first - number) }
    let end = min(last, first + UInt64(limit))
    return ((first + 1...end).map { slots[index(of: $0)] }, first - number)
  }

  /// The stores of the records that are kept.
  var stores: Set<StoreIdentity> { Set(slots.compactMap(\.store)) }

  // MARK: Waiting

  /// Adds a waiter for a record after a number; returns whether it has to wait.
  mutating func wait(_ waiter: Waiter, id: UInt64, after number: UInt64) -> Bool {
    guard number >= last else { return false }
    waits.append((id, number, waiter))
    return true
  }

  /// Takes a waiter out, if it still waits.
  mutating func cancelWait(_ id: UInt64) -> Waiter? {
    waits.firstIndex { $0.id == id }.map { waits.remove(at: $0).waiter }
  }
}
