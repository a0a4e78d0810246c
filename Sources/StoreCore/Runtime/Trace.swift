/// What one action from outside has caused so far without a pause: how much that is, and how it came about.
///
/// All that the action causes shares it: the actions that handlers emit, and those that are sent while they run. Used on
/// the main actor only.
@usableFromInline
final class Trace {
  /// How many of the last actions a report can show.
  static let trailLength = 64

  private let limit: Int
  private var count = 0
  /// The last actions before the limit.
  private(set) var last: [any Sendable] = []
  /// How many effects in a row led to the action.
  let links: Int
  /// The actions of these, near the limit.
  let trail: EffectTrail?
  /// The place of the last send, as far as it is known.
  var location: CallSite?

  init(limit: Int, links: Int = 0, trail: EffectTrail? = nil, location: CallSite? = nil) {
    self.limit = limit
    self.links = links
    self.trail = trail
    self.location = location
  }

  /// What to do with one more action.
  enum Step {
    case handle
    /// There have just become too many.
    case stop
    /// There were too many before.
    case drop
  }

  /// Counts one more action.
  func add(_ action: some Sendable) -> Step {
    count += 1
    if count > limit - Self.trailLength, count <= limit {
      last.append(action)
    }
    return count <= limit ? .handle : count == limit + 1 ? .stop : .drop
  }
}
