/// A misuse of a store, found while the program runs.
///
/// The store goes on. The issue's description says what happened, why, and what to do.
public struct RuntimeIssue: Error, Sendable {
  /// The kinds of issues.
  public enum Kind: Sendable {
    /// One action, or one write of the state from outside, caused more actions and writes than
    /// ``StoreOptions/chainLimit`` allows, or as many nested writes as the stack allows.
    ///
    /// The last of them are given, and the actions that repeat, if any do.
    case runawayChain(last: [String], cycle: [String])
    /// Effects caused each other, without ever suspending, more often than ``StoreOptions/chainLimit`` allows.
    ///
    /// The last actions are given, and the actions that repeat, if any do.
    case runawayEffects(last: [String], cycle: [String])
    /// More elements of streams than a thousand, or than ``StoreOptions/chainLimit`` allows, followed each other: while
    /// each was handled, it fed the stream of the next; reported in debug builds.
    ///
    /// The last actions are given, each with its store, and those that repeat, if any do.
    case streamCycle(last: [String], cycle: [String])
    /// An action was sent to a child that is not in the state.
    case absentChild(action: String)
    /// A suspended handler waited for its own store, which goes on when the handler has returned.
    case waitInHandler
    /// An effect of a sequential store waited for an action that is handled after the effect has ended.
    case waitForQueuedAction
    /// A caller has waited longer than ``ActionOrdering/sequential(warnAfter:)`` says for an action that is held up by
    /// running effects, whose names are given, or for an action or a launch behind a handler that has not returned.
    case longWait(behind: [String])
    /// A caller waited for effects that sleep on a test clock, while nothing else could run and nobody advanced the
    /// clock; the sleepers are given, with their times.
    case waitForSleepers([String])
    /// A caller has waited for the store to become quiet longer than ``StoreOptions/settlingLimit``, or for more than
    /// ``StoreOptions/chainLimit`` rounds of actions; or, with an executor for tests, effects went on for ever while the
    /// clock stood still, and the caller waited for that or for the effects of an action.
    ///
    /// The effects that have not ended are given; with an executor for tests, also how long they have run, and the
    /// actions that launched them.
    case notSettled(running: [String])
    /// A modifier asks for something that its effect cannot do, and was ignored; it is given as it is written in code.
    case ignoredModifier(String)
    /// An effect was dropped because its parts are nested to more than ``EffectLimits/nesting`` levels.
    case nestedTooDeep
    /// Two effects that one program launched at once have the same name, so that the second replaced the first;
    /// reported in debug builds.
    case duplicateName(EffectID)
    /// A program cancelled its own name, which is given, before other parts, which never start.
    case selfCancel(EffectID)
    /// A cancel of a name that no effect has had found nothing, while an effect ran whose name, which is given, looks the
    /// same and has another type, or is the same inside a scope; reported in debug builds.
    case unmatchedCancel(EffectID, running: EffectID)
    /// Several elements of a collection have the same id, which is given, so that only one of them counts; reported in
    /// debug builds, and in every build if a store has a child for each element.
    case duplicateElement(id: String)
    /// A scope was made of a child with another id than the one with which the child is lifted; the scope's is given.
    case otherScopeID(EffectID)
    /// A store was made the child of a part of another store's state, but is the child of another part, or was one and
    /// has ended.
    case reusedChild
    /// A part of a store's state was given a second child of one type, while it has another; reported in debug builds.
    case repeatedChild
    /// A value of the state after an action was requested with another type of state than the store's, which is given.
    case otherState(type: String)
    /// A store that had not been looked at was released in the turn in which it launched the given effects, or in which
    /// the given actions were enqueued or began to be handled; reported in debug builds.
    case storeReleased(cancelled: [String])
    /// A value was to be saved under an id, which is given, under which a living store saves another one, or the same.
    case savedTwice(id: String)
    /// A host was sent an event, or released, without having appeared, so that its initial event was not handled;
    /// reported in debug builds.
    case initialEventNotHandled(event: String)
    /// An issue of no other kind, such as one that an engine of your own reports.
    case other
  }

  /// The kind of the issue.
  public let kind: Kind
  /// The report in short paragraphs: what happened, why, and what to do.
  public let message: String
  /// The store it happened in.
  public let store: StoreIdentity
  /// The place of the send that led to it, if it is known.
  public let location: CallSite?
}

extension RuntimeIssue: CustomStringConvertible {
  /// The store, the place and the message.
  public var description: String {
    let place = location.map { ", \($0)" } ?? ""
    return "[\(store)\(place)] \(message)"
  }
}
