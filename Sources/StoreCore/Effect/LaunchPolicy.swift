/// A rule for an effect that is launched while others of the same name run or wait.
///
/// An effect without a name is never affected by another's launch. A program with a name as a whole is one effect of
/// that name; see ``StoreEffect/policy(_:)``.
///
/// ```swift
/// .task(EffectOptions(id: "upload", policy: .atMost(3, .oldestFirst))) { .uploaded(try await upload(photo)) }
/// ```
///
/// Effects that wait count as running: a name with waiting effects is in use, and a cancel ends them too. A waiting
/// effect starts after the last action of the one it waited for has been handled. Where effects of one name are
/// launched with different policies, each launch follows its own, and waiting effects keep their order.
///
/// An invalid limit ends the process with a message at the line of the call: leave `fileID` and `line` out.
public struct LaunchPolicy: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case replace
    case concurrent
    /// The newest stay, up to the limit.
    case newestWins(limit: Int)
    /// Some run, some wait, and the rest is refused.
    case oldestFirst(running: Int, waiting: Int)
  }

  /// The rule for which effects give way when there are more than may run.
  public enum Precedence: Hashable, Sendable {
    /// The newest waits until one of the running ones has ended.
    case oldestFirst
    /// The oldest is cancelled, as by ``LaunchPolicy/replace``.
    case newestWins
  }

  package let kind: Kind

  /// Whether it limits how many effects of a name run, other than by replacing; such a policy needs a name.
  var isLimit: Bool {
    switch kind {
    case .replace, .concurrent: false
    case .newestWins, .oldestFirst: true
    }
  }

  /// Cancels the running and waiting effects of the same name before the new one starts.
  ///
  /// This is the default.
  public static let replace = LaunchPolicy(kind: .replace)

  /// Runs alongside the effects of the same name.
  ///
  /// Cancelling by name cancels all of them.
  public static let concurrent = LaunchPolicy(kind: .concurrent)

  /// Keeps the running effect of the same name, and refuses the new one.
  ///
  /// Observers are notified of the refusal. What waits for the refused effect goes on.
  public static let keepRunning = LaunchPolicy(kind: .oldestFirst(running: 1, waiting: 0))

  /// Waits until no effect of the same name runs, after those that wait already.
  ///
  /// At most `limit` effects wait; one more is refused, as with ``keepRunning``.
  public static func queue(limit: Int, fileID: StaticString = #fileID, line: UInt = #line) -> LaunchPolicy {
    atMost(1, waiting: limit, fileID: fileID, line: line)
  }

  /// Lets up to `limit` effects of the same name run at a time, and up to `waiting` others wait; more are refused.
  ///
  /// Waiting effects begin in the order of their launches. With `waiting: 0` none waits, and one more is refused, as
  /// with ``keepRunning``. Observers are notified of a refusal, and what waits for the refused effect goes on. The
  /// limit is at least 1, and `waiting` at least 0.
  public static func atMost(
    _ limit: Int,
    waiting: Int,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> LaunchPolicy {
    checkRunning(limit, fileID, line)
    require(waiting >= 0, fileID, line) {
      """
      A queue of effects was given the limit \(waiting).

      The limit is the number of effects that may wait, which is 0 or more.

      Give it 0 to let none wait.
      """
    }
    return LaunchPolicy(kind: .oldestFirst(running: limit, waiting: waiting))
  }

  /// Lets a number of effects of the same name, at least 1, run at a time; the precedence says which give way.
  ///
  /// With ``Precedence/oldestFirst`` any number of effects can wait, in the order of their launches.
  public static func atMost(
    _ limit: Int,
    _ precedence: Precedence,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> LaunchPolicy {
    checkRunning(limit, fileID, line)
    switch precedence {
    case .oldestFirst: return LaunchPolicy(kind: .oldestFirst(running: limit, waiting: .max))
    case .newestWins: return LaunchPolicy(kind: .newestWins(limit: limit))
    }
  }

  private static func checkRunning(_ limit: Int, _ fileID: StaticString, _ line: UInt) {
    require(limit >= 1, fileID, line) {
      """
      The policy 'atMost' was given the limit \(limit).

      It is the number of effects of one name that may run at a time: with less than 1, none would ever start.

      Give it 1 or more.
      """
    }
  }
}
