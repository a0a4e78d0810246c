/// A choice that a run made by its seed and could have made differently.
public enum ScheduleChoice: Hashable, Sendable {
  /// Of a number of ready parts of effects, the one at this place ran, counted from 1.
  case effect(Int, of: Int)
  /// The main actor had a turn, although parts of effects were ready: what effects have sent was handled first.
  case mainActor(ready: Int)
  /// Of a number of sleepers with the same deadline, the one at this place was woken, counted from 1.
  case sleeper(Int, of: Int)
  /// A step of a scenario came before the sleepers of its time were woken, or after.
  case step(isBeforeWaking: Bool)
}

extension ScheduleChoice: CustomStringConvertible {
  /// The choice as text.
  public var description: String {
    switch self {
    case .effect(let place, let count): "of \(count) ready parts of effects, number \(place) ran"
    case .mainActor(let count): "the main actor had a turn before \(count) ready parts of effects"
    case .sleeper(let place, let count): "of \(count) that slept until now, number \(place) was woken"
    case .step(let isBeforeWaking): "the step came \(isBeforeWaking ? "before" : "after") those that slept until now"
    }
  }
}
