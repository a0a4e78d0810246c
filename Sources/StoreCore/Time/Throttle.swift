/// At most one beginning for each interval, for the effects of one name.
@usableFromInline
package final class Throttle: Sendable {
  package let id: EffectID
  let duration: Duration
  let edges: ThrottleEdges
  let clock: (any Clock<Duration>)?

  init(id: EffectID, duration: Duration, edges: ThrottleEdges, clock: (any Clock<Duration>)?) {
    self.id = id
    self.duration = duration
    self.edges = edges
    self.clock = clock
  }
}
