public import OpenCombineShim
public import StoreCore

extension EffectProgram {
  /// Forwards what a publisher gives as actions, in order, until it finishes.
  ///
  /// The subscription is an effect like others: it has a name, is replaced, cancelled, and ended with the store. It is
  /// made in the program's turn, on the main actor, so that nothing is missed that is published from then on. What comes
  /// before the effect begins, behind others of its name or after a delay, waits. A `debounce` or a `throttle` is before the
  /// program's turn: what is published while it waits is missed. A failure goes to the nearest `catch`, else to the store's
  /// error hook; with `retry` the publisher is subscribed to anew.
  ///
  /// A policy decides when elements are forwarded, and not when the publisher is subscribed to, as a request is that begins
  /// with its subscriber. To limit those, forward `.stream(requests.elements(), options)`, which subscribes when the effect
  /// begins; where it is to be retried, `.stream(options) { elements }` with elements that were made before.
  ///
  /// - Parameters:
  ///   - publisher: The publisher.
  ///   - options: The effect's name, and what happens to others of it.
  ///   - demand: How many elements the publisher is asked for before they are consumed; more than none. A stream effect
  ///     has a buffer of `StreamLimits.capacity` besides.
  ///   - fileID: The file of the call, which is told where nothing is demanded; leave it out.
  ///   - line: The line of the call; leave it out.
  ///   - action: Makes an action of an element.
  /// - Returns: the program.
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

  /// Forwards what a publisher of actions gives, in order, until it finishes.
  public static func publisher<P: Publisher>(
    _ publisher: P,
    _ options: EffectOptions = EffectOptions(),
    demand: Subscribers.Demand = .max(StreamLimits.capacity),
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> EffectProgram where P.Output == Action {
    self.publisher(publisher, options, demand: demand, fileID: fileID, line: line) { $0 }
  }

  /// Forwards the elements of a publisher that are there already.
  static func stream<Element, Failure>(
    of elements: PublisherElements<Element, Failure>,
    _ options: EffectOptions,
    action: @escaping @Sendable (Element) -> Action
  ) -> EffectProgram {
    .stream(options) { elements.map(action) }
  }
}
