public import CombineShim
public import StoreCore

extension EffectProgram {
  /// Forwards the elements of a publisher as actions, in order, until it finishes.
  ///
  /// The subscription is an effect like any other: it has a name, is replaced and cancelled, and ends with the store.
  /// It is made in the program's turn, on the main actor, so that nothing published from then on is missed. Elements
  /// that come while the effect waits, for others of its name or a delay, are kept. A `debounce` or a `throttle` comes
  /// before the program's turn: elements published while it waits are missed. A failure goes to the nearest `catch`, or
  /// else to the store's error hook; `retry` subscribes to the publisher again.
  ///
  /// A policy decides when elements are forwarded, not when the publisher is subscribed to, which is when a request
  /// begins. To limit requests, forward `.stream(requests.elements(), options)`, which subscribes when the effect
  /// begins; to retry it, `.stream(options) { elements }` with elements that were made before.
  ///
  /// - Parameters:
  ///   - publisher: The publisher.
  ///   - options: The effect's name, and its policy for running effects of that name.
  ///   - demand: The number of elements to request before they are consumed, at least one. A stream effect also has a
  ///     buffer of `StreamLimits.capacity`.
  ///   - fileID: The file of the call, for the message about a demand of zero; leave it out.
  ///   - line: The line of the call; leave it out.
  ///   - action: Makes an action from an element.
  /// - Returns: The program.
  public static func publisher<P: Publisher>(
    _ publisher: P,
    _ options: EffectOptions = EffectOptions(),
    demand: Subscribers.Demand = .max(StreamLimits.capacity),
    fileID: StaticString = #fileID,
    line: UInt = #line,
    action: @escaping @Sendable (P.Output) -> Action
  ) -> EffectProgram where P.Output: Sendable {
    let elements = publisher.elements(demand: demand, fileID: fileID, line: line)
    return .deferred { .stream(of: elements.subscribed(), options, action: action) }
  }

  /// Forwards the elements of a publisher of actions, in order, until it finishes.
  public static func publisher<P: Publisher>(
    _ publisher: P,
    _ options: EffectOptions = EffectOptions(),
    demand: Subscribers.Demand = .max(StreamLimits.capacity),
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> EffectProgram where P.Output == Action {
    self.publisher(publisher, options, demand: demand, fileID: fileID, line: line) { $0 }
  }

  /// Forwards the elements of a subscription that was already made.
  static func stream<Element, Failure>(
    of elements: PublisherElements<Element, Failure>,
    _ options: EffectOptions,
    action: @escaping @Sendable (Element) -> Action
  ) -> EffectProgram {
    .stream(options) { elements.map(action) }
  }
}
