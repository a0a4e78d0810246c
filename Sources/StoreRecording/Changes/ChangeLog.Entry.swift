import CustomDump
import Logging
public import StoreCore

extension ChangeLog {
  /// An action with its change of the state, a veto of one, or a change that no action made.
  public struct Entry: Sendable {
    /// The origins of a change.
    public enum Origin: Sendable {
      /// An action that was handled.
      case action(any Sendable, ActionID, cause: EventCause?)
      /// An action that was vetoed; the handlers of the error can have made the change.
      indirect case veto(any Sendable, ActionID, ActionVeto)
      /// An effect that has ended.
      indirect case effect(EffectInfo)
      /// Anything else, such as an effect that has not ended, a binding or the owner of the state.
      case outside
    }

    /// The result of comparing a state with the one before.
    public enum Change: Hashable, Sendable {
      /// The states differ, in lines as written by `diff` of swift-custom-dump.
      case difference(String)
      /// The states do not differ.
      case unchanged
      /// There is nothing to compare: the store's engine does not share its state, or the observation began, or the
      /// logger was set to the level, inside the handler of the action.
      case unknown
    }

    /// The origin of the change.
    public let origin: Origin
    /// The change of the state.
    public let change: Change
    /// The store.
    public let store: StoreIdentity
    /// The place where the action was sent, if that is known.
    public let location: CallSite?
  }
}

extension ChangeLog.Entry: CustomStringConvertible {
  /// The store, the action and the place of its send, with the difference in the lines below.
  public var description: String {
    "[\(store)] \(title)\(place)\(details)"
  }

  /// The description without the parts that a logger gets as metadata.
  var words: String { title + details }

  private var title: String {
    switch origin {
    case .action(let action, _, _): String(customDumping: action)
    case .veto(let action, _, let veto): "\(String(customDumping: action)), \(veto)"
    case .effect(let info): "Changed by \(info.id.map { "the effect '\($0)'" } ?? "an effect")"
    case .outside: "Changed by something other than an action"
    }
  }

  private var place: String {
    switch origin {
    case .action, .veto: break
    case .effect, .outside: return ""
    }
    guard let location else { return "" }
    return ", sent at \(location)"
  }

  private var details: String {
    switch change {
    case .difference(let lines):
      lines.split(separator: "\n", omittingEmptySubsequences: false).reduce(into: "") { $0 += "\n  " + $1 }
    case .unchanged:
      "\n  (no change)"
    case .unknown:
      "\n  (the former state is not known)"
    }
  }

  var metadata: Logger.Metadata {
    var metadata: Logger.Metadata = ["store": "\(store)"]
    switch origin {
    case .action(_, let id, let cause):
      metadata["action"] = "\(id.rawValue)"
      switch cause {
      case .action(let id): metadata["cause"] = "action \(id.rawValue)"
      case .effect(let token): metadata["cause"] = "effect \(token.rawValue)"
      case nil: break
      }
    case .veto(_, let id, let veto):
      metadata["action"] = "\(id.rawValue)"
      metadata["middleware"] = "\(veto.middleware)"
      metadata["error"] = "\(veto.error)"
    case .effect(let info):
      metadata["effect.token"] = "\(info.token.rawValue)"
      metadata["effect.id"] = info.id.map { "\($0)" }
    case .outside:
      break
    }
    return metadata
  }
}
