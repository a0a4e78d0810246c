import CustomDump
import Logging
public import StoreCore

extension ChangeLog {
  /// An action with what it has changed, or a change that no action made.
  public struct Entry: Sendable {
    /// The origins of a change.
    public enum Origin: Sendable {
      /// An action, which was handled.
      case action(any Sendable, ActionID, cause: EventCause?)
      /// An effect, which has ended.
      indirect case effect(EffectInfo)
      /// Something else: an effect that has not ended, a binding, the owner of the state.
      case outside
    }

    /// The comparison of a state with the one before.
    public enum Change: Hashable, Sendable {
      /// They differ, in lines as `diff` of swift-custom-dump writes them.
      case difference(String)
      /// They do not differ.
      case unchanged
      /// There is nothing to compare: the store's engine does not share its state, or the observation began inside the
      /// handler of the action, or the logger to log there.
      case unknown
    }

    /// What the change came from.
    public let origin: Origin
    /// What has changed.
    public let change: Change
    /// The store.
    public let store: StoreIdentity
    /// Where the action was sent, as far as that is known.
    public let location: CallSite?
  }
}

extension ChangeLog.Entry: CustomStringConvertible {
  /// The store, the action and the place of its send, and the difference in the lines below.
  public var description: String {
    "[\(store)] \(title)\(place)\(details)"
  }

  /// The same without what a logger tells besides.
  var words: String { title + details }

  private var title: String {
    switch origin {
    case .action(let action, _, _): String(customDumping: action)
    case .effect(let info): "Changed by \(info.id.map { "the effect '\($0)'" } ?? "an effect")"
    case .outside: "Changed by something else than an action"
    }
  }

  private var place: String {
    guard case .action = origin, let location else { return "" }
    return ", sent at \(location)"
  }

  private var details: String {
    switch change {
    case .difference(let lines):
      lines.split(separator: "\n", omittingEmptySubsequences: false).reduce(into: "") { $0 += "\n  " + $1 }
    case .unchanged:
      "\n  (no change)"
    case .unknown:
      "\n  (the state before is not known)"
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
    case .effect(let info):
      metadata["effect.token"] = "\(info.token.rawValue)"
      metadata["effect.id"] = info.id.map { "\($0)" }
    case .outside:
      break
    }
    return metadata
  }
}
