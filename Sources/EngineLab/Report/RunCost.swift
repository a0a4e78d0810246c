/// What it took to play a scenario on one engine.
///
/// Engines agree or not whatever it took, and real time differs from play to play.
package struct RunCost: Equatable, Sendable {
  /// The jobs of effects that ran; nil where nobody counted.
  package var jobs: Int?

  /// The time on the wall; nil where nobody looked.
  package var time: Duration?

  /// Creates a cost.
  package init(jobs: Int? = nil, time: Duration? = nil) {
    self.jobs = jobs
    self.time = time
  }
}
