import Foundation

/// What a client asks the app to do.
enum Command: Equatable, Sendable {
  /// Sends an action, which is given as JSON.
  case send(store: Int, action: Data)
  /// Sends the action of a record once more.
  case resend(record: UInt64)
  case cancel(store: Int, effect: UInt64)
  /// Replaces the state by the one at a record.
  case jump(store: Int, at: UInt64, cancelsEffects: Bool)
  case note(String)

  /// Reads the body of a request: an object with the name of one command.
  init(_ body: Data) throws(Refusal) {
    guard let object = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] else {
      throw Refusal(400, "The body is no JSON object. It is one such as {\"note\":{\"text\":\"before the search\"}}.")
    }
    guard object.count == 1, let (name, value) = object.first, let members = value as? [String: Any] else {
      throw Self.unknown
    }
    func number(_ key: String) throws(Refusal) -> UInt64 {
      guard let number = members[key] as? NSNumber, let whole = UInt64(exactly: number.doubleValue) else {
        throw Refusal(400, "The command '\(name)' needs '\(key)', a whole number from 0.")
      }
      return whole
    }
    switch name {
    case "send":
      guard let action = members["action"],
        let data = try? JSONSerialization.data(withJSONObject: action, options: .fragmentsAllowed)
      else {
        throw Refusal(400, "The command 'send' needs 'action', which is JSON that the type of the actions decodes.")
      }
      self = .send(store: Int(clamping: try number("store")), action: data)
    case "resend": self = .resend(record: try number("record"))
    case "cancel": self = .cancel(store: Int(clamping: try number("store")), effect: try number("effect"))
    case "jump":
      self = .jump(
        store: Int(clamping: try number("store")),
        at: try number("at"),
        cancelsEffects: members["cancelEffects"] as? Bool ?? false
      )
    case "note":
      guard let text = members["text"] as? String else { throw Refusal(400, "The command 'note' needs 'text'.") }
      self = .note(text)
    default: throw Self.unknown
    }
  }

  private static let unknown = Refusal(
    400,
    "The body has to name one command with its values, of 'send', 'resend', 'cancel', 'jump' and 'note'."
  )
}
