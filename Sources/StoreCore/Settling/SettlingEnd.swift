/// The reason for which a wait until all is quiet was given up.
enum SettlingEnd {
  /// The executor has worked for a duration.
  case work(Duration)
  /// Actions were enqueued in so many rounds.
  case rounds(Int)
  /// So many sleepers were woken.
  case wakings(Int)
  /// Something went on for ever at one time: these actions, if there are any.
  case neverQuiet([String])

  /// What to do about it.
  var cure: String {
    switch self {
    case .rounds:
      "Let the handlers stop enqueuing at some time, or raise 'StoreOptions.chainLimit' if so many rounds are intended."
    case .work:
      "Make an endless effect wait for a clock, a stream or its cancellation, cancel it before waiting, or raise "
        + "'StoreOptions.settlingLimit' if that much work is intended."
    case .wakings:
      "Cancel what sleeps again and again, as a ticker does, before waiting, or advance the clock to a time before it "
        + "has woken so often."
    case .neverQuiet:
      "Let it end, or wait for the clock: stores that follow each other's values both ways may never rest, if each "
        + "changes what it receives."
    }
  }
}

extension SettlingEnd: CustomStringConvertible {
  var description: String {
    switch self {
    case .work(let limit): "after \(limit)"
    case .rounds(let count): "after \(count) rounds of actions"
    case .wakings(let count): "after \(count) wakings"
    case .neverQuiet(let actions): "while the time stood still: \(RepeatedActions.neverQuiet(actions))"
    }
  }
}
