import Foundation
import StoreCore
import StoreRecording
import Synchronization

/// What answers requests that are admitted: on any thread, but for states and effects, which belong to the main actor.
final class Responder: Sendable {
  /// The most requests that wait for records at the same time.
  static let waitLimit = 8

  let stores: StoreList
  var recorder: Recorder { stores.recorder }
  let isControlled: Bool
  let clock: any Clock<Duration>
  /// The moment from which the times of records count.
  private let start = ObserverHub.now
  private let waits = Mutex(0)
  let oneAtATime: OneAtATime

  init(recorder: Recorder, isControlled: Bool, clock: any Clock<Duration> = ContinuousClock()) {
    stores = StoreList(recorder)
    self.isControlled = isControlled
    self.clock = clock
    oneAtATime = OneAtATime(clock: clock)
  }

  /// Answers what a request asks for.
  func answer(to route: Route, body: Data = Data()) async -> Answer {
    do throws(Refusal) {
      switch route {
      case .page: return .page(title: ProcessInfo.processInfo.processName, nonce: Token.make())
      case .hello: return hello
      case .records(let number, let limit, let wait): return try await records(after: number, limit, wait: wait)
      case .effects: return try await effects()
      case .state(let store, let number, let path): return try await state(of: entry(store), at: number, path)
      case .change(let store, let number): return try await change(of: entry(store), at: number)
      case .find(let store, let number, let text): return try await find(text, in: entry(store), at: number)
      case .findings: return try await large { $0.findings }
      case .why(let effect): return try await large { answers throws(Refusal) in try answers.why(effect) }
      case .session: return try await large { $0.session }
      case .trace: return try await large { $0.trace }
      case .command: return try await perform(try Command(body))
      }
    } catch {
      return Answer(error)
    }
  }

  func entry(_ store: Int) throws(Refusal) -> StoreList.Entry {
    guard let entry = stores.entry(store) else {
      throw Refusal(
        404,
        "There is no store \(store). '/v1/hello' lists the stores; one that has ended is forgotten in time."
      )
    }
    return entry
  }

  func time(of record: Record) -> Duration { record.time - start }

  var now: JSONText { .integer((ObserverHub.now - start).microseconds) }

  // MARK: Records

  private var hello: Answer {
    let lost = recorder.records(after: 0, limit: 0).lost
    let process = ProcessInfo.processInfo
    return Answer(
      .object([
        "format": .integer(Int64(SessionWriter.format)),
        "process": .string(process.processName),
        "pid": .integer(Int64(process.processIdentifier)),
        "control": .bool(isControlled),
        "now": now,
        "stores": .array(stores.all.map { stores.json(of: $0, isControlled: isControlled) }),
        "first": .number(lost + 1),
        "last": .number(recorder.lastNumber),
      ])
    )
  }

  private func records(after number: UInt64, _ limit: Int, wait: Int) async throws(Refusal) -> Answer {
    if wait > 0, recorder.lastNumber == number { try await waitForRecord(after: number, seconds: wait) }
    // After a new start of the app there are fewer than the client has seen.
    let after = min(number, recorder.lastNumber)
    let (records, lost) = recorder.records(after: after, limit: limit)
    var (lines, size, next) = ([String](), 0, after + lost)
    var known: Set<Int> = []
    for record in records {
      let line = RecordText(record, at: time(of: record)).json.text
      size += line.utf8.count + 1
      // The stores take the rest.
      guard size < Answer.limit - (1 << 20) else { break }
      lines.append(line)
      next = record.number
      if let store = record.store { known.insert(store.number) }
    }
    let entries = known.sorted().compactMap { stores.entry($0) }
    let texts = entries.map { stores.json(of: $0, isControlled: isControlled).text }
    return Answer(
      json: #"{"records":[\#(lines.joined(separator: ","))],"stores":[\#(texts.joined(separator: ","))],"#
        + #""next":\#(next),"lost":\#(lost)}"#
    )
  }

  private func waitForRecord(after number: UInt64, seconds: Int) async throws(Refusal) {
    let isAdmitted = waits.withLock { count in
      guard count < Self.waitLimit else { return false }
      count += 1
      return true
    }
    guard isAdmitted else {
      throw Refusal(503, "\(Self.waitLimit) requests wait for records already. Close a page, or ask with 'wait=0'.")
    }
    defer { waits.withLock { $0 -= 1 } }
    await withTaskGroup { group in
      group.addTask { [recorder] in await recorder.waitForRecord(after: number) }
      group.addTask { [clock] in try? await clock.sleep(for: .seconds(seconds)) }
      await group.next()
      group.cancelAll()
    }
  }

  // MARK: Large works

  /// Returns an answer that is made of the whole recording, in its turn.
  private func large(
    _ make: @escaping @Sendable (SessionAnswers) throws(Refusal) -> Answer
  ) async throws(Refusal) -> Answer {
    let answers = SessionAnswers(self)
    let made = await oneAtATime { begins -> Result<Answer, Refusal>? in
      guard begins() else { return nil }
      do throws(Refusal) { return .success(try make(answers)) } catch { return .failure(error) }
    }
    guard let made else { throw Self.busy }
    return try made.get()
  }

  /// Returns what is read on the main actor, in its turn.
  func onMainActor(
    _ read: @escaping @MainActor @Sendable () async throws(Refusal) -> Answer
  ) async throws(Refusal) -> Answer {
    let made = await oneAtATime { @MainActor begins -> Result<Answer, Refusal>? in
      guard begins() else { return nil }
      do throws(Refusal) { return .success(try await read()) } catch { return .failure(error) }
    }
    guard let made else { throw Self.busy }
    return try made.get()
  }

  private static let busy = Refusal(
    503,
    "The app did not answer within \(OneAtATime.limits.begin.components.seconds) seconds: its main actor is held, as by a "
      + "debugger, or it makes another large answer. Records still come; try again."
  )
}
