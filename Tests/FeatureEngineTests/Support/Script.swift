import FeatureEngine
import _StoreTestSupport

/// A feature whose handler is given by a test.
struct Script: Feature {
  typealias Action = String
  typealias State = Notes

  let handler: ActionHandler<String, Notes>

  func handle() -> ActionHandler<String, Notes> { handler }
}

/// The record of a script's handlers and tasks.
@Observable
final class Notes: CustomStringConvertible {
  var lines: [String] = []
  var count = 0
  /// Counts when the notes are released.
  var released: Counter?
  var description: String { "notes" }

  deinit {
    released?.add()
  }
}

extension Store where F == Script {
  /// A store whose handler is given by a test.
  convenience init(
    ordering: ActionOrdering = .concurrent,
    options: StoreOptions = StoreOptions(),
    _ handler: ActionHandler<String, Notes>
  ) {
    self.init(initialState: Notes(), feature: Script(handler: handler), ordering: ordering, options: options)
  }
}
