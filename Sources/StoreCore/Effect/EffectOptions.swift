/// The options of a launch: the effect's name, what happens to others of that name, and how its task runs.
public struct EffectOptions: Sendable {
  /// The effect's name within its store, by which it is cancelled, replaced and queried.
  public var id: EffectID?

  /// The rule for running effects of the same name; `nil`, the default, replaces them.
  ///
  /// A modifier around the effect that gives a policy takes precedence, such as `policy(_:)`, or `cancellable` with
  /// `cancelInFlight:`.
  public var policy: LaunchPolicy?

  /// The priority of the effect's task; `nil` leaves it to the system.
  public var priority: TaskPriority? {
    get { rawPriority.map { TaskPriority(rawValue: $0) } }
    set { rawPriority = newValue?.rawValue }
  }

  /// The name of the effect's task for debuggers, where the system's runtime supports task names.
  public var name: String?

  // A number, because the size of a priority is not known to other modules: options with one inside would be copied by
  // calls into the Swift runtime.
  var rawPriority: UInt8?

  /// Creates options; without arguments they launch a nameless effect.
  public init(
    id: EffectID? = nil,
    policy: LaunchPolicy? = nil,
    priority: TaskPriority? = nil,
    name: String? = nil
  ) {
    self.id = id
    self.policy = policy
    rawPriority = priority?.rawValue
    self.name = name
  }

  /// Creates options with a name that is any hashable value.
  @_disfavoredOverload
  public init(
    id: some Hashable & Sendable,
    policy: LaunchPolicy? = nil,
    priority: TaskPriority? = nil,
    name: String? = nil
  ) {
    self.init(id: EffectID(id), policy: policy, priority: priority, name: name)
  }
}
