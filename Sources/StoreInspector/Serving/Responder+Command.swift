import Foundation
import StoreCore
import StoreRecording

extension Responder {
  /// Does what a client asks for, if the inspector was started with control.
  func perform(_ command: Command) async throws(Refusal) -> Answer {
    guard isControlled else {
      throw Refusal(
        403,
        "The inspector only looks: the app started it without control. Start it with 'Inspector.start(control: true)'."
      )
    }
    return try await onMainActor { [self] () throws(Refusal) in
      Answer(.object(["said": .string(try performed(command))]))
    }
  }

  @MainActor
  private func performed(_ command: Command) throws(Refusal) -> String {
    switch command {
    case .send(let store, let json): return try send(json, to: try live(store))
    case .resend(let number):
      let record = recorder.records(after: max(number, 1) - 1, limit: 1).records.first
      guard let record, record.number == number, let action = record.event?.kind.action, let store = record.store else {
        throw Refusal(404, "The record \(number) is none of an action, or is no longer kept. Choose a later one.")
      }
      let handle = try live(store.number).handle
      guard handle.send(action, at: CallSite()) != nil else { throw Self.ended(handle) }
      return "Sent \(Self.words(for: action)) to '\(store)' again."
    case .cancel(let store, let effect):
      let handle = try live(store).handle
      guard handle.cancel(effect: effect, at: CallSite()) else {
        throw Refusal(
          404,
          "The effect \(effect) does not run in '\(handle.identity)': it has ended, or is another store's."
        )
      }
      return "Cancelled the effect \(effect) of '\(handle.identity)'."
    case .jump(let store, let number, let cancelsEffects):
      return try jump(try live(store), to: number, cancelsEffects: cancelsEffects)
    case .note(let text):
      recorder.note(text)
      return "Noted."
    }
  }

  private func live(_ number: Int) throws(Refusal) -> StoreList.Entry {
    let entry = try entry(number)
    guard !entry.hasEnded else { throw Self.ended(entry.handle) }
    return entry
  }

  private static func ended(_ store: StoreHandle) -> Refusal {
    Refusal(409, "'\(store.identity)' has ended: it was deallocated, and nothing can be done with it.")
  }

  private static func words(for action: any Sendable) -> String { String("\(action)".prefix(200)) }

  // MARK: Sending

  @MainActor
  private func send(_ json: Data, to store: StoreList.Entry) throws(Refusal) -> String {
    let handle = store.handle
    guard let type = handle.actionType as? any Decodable.Type else {
      throw Refusal(
        409,
        "'\(handle.identity)' takes '\(handle.actionType)', which is not 'Decodable'. Conform it to 'Codable', or resend an "
          + "action that was recorded."
      )
    }
    let value: any Decodable
    do {
      value = try JSONDecoder().decode(type, from: json)
    } catch {
      throw Refusal(400, "The JSON is no '\(handle.actionType)': \(Self.words(for: error)). \(Self.example(of: type))")
    }
    // Of the type of the store's actions, which are Sendable. Both existentials are a value with its type alone: a marker
    // protocol has no witnesses, and cannot be asked for at run time.
    let action = unsafeBitCast(value as Any, to: (any Sendable).self)
    guard handle.send(action, at: CallSite()) != nil else { throw Self.ended(handle) }
    return "Sent \(Self.words(for: action)) to '\(handle.identity)'."
  }

  private static func words(for error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    func place(_ context: DecodingError.Context) -> String {
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return path.isEmpty ? context.debugDescription : "at '\(path)': \(context.debugDescription)"
    }
    return switch error {
    case .keyNotFound(_, let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      place(context)
    @unknown default: "\(error)"
    }
  }

  private static func example(of type: any Decodable.Type) -> String {
    "A case with a value is written {\"typed\":{\"_0\":\"sw\"}}, and one without {\"cleared\":{}}, unless the type decodes itself."
  }

  // MARK: Jumping

  @MainActor
  private func jump(_ store: StoreList.Entry, to number: UInt64, cancelsEffects: Bool) throws(Refusal) -> String {
    let handle = store.handle
    guard store.isReplaceable else {
      let isObject = recorder.record(of: handle.identity).isObject == true
      throw Refusal(
        409,
        isObject
          ? "The state of '\(handle.identity)' is an object, as in FeatureEngine: views and effects refer to it, so that it "
            + "cannot be replaced by an earlier one. Resend the actions instead."
          : "The engine of '\(handle.identity)' does not keep its state in a 'StateBox', so that it cannot be replaced."
      )
    }
    guard let kept = keptState(of: handle.identity, at: number) else {
      throw Refusal(404, "No state of '\(handle.identity)' is kept from so long ago. Choose a later record.")
    }
    guard !handle.isHandlerSuspended else {
      throw Refusal(
        409,
        "A handler of '\(handle.identity)' is suspended, and would overwrite the state with its own. Try again when it has "
          + "returned."
      )
    }
    if cancelsEffects { handle.cancel(.all, at: CallSite()) }
    guard handle.replaceState(kept.state, at: CallSite()) else { throw Self.ended(handle) }
    recorder.note("The state of '\(handle.identity)' was replaced by the one of record \(kept.number).")
    let effects = cancelsEffects ? ", and cancelled its effects" : ""
    return "Replaced the state of '\(handle.identity)' by the one of record \(kept.number)\(effects)."
  }
}
