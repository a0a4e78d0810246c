/// What lies outside of a feature while a scenario is played: what its services are made from.
package struct World: Sendable {
  /// The clock on which everything takes its time.
  package let clock: any Clock<Duration>

  /// Which time that is.
  package let time: LabReport.TimeKind

  /// The files to search.
  package let files: any SearchSource

  /// What streams have given and nobody has handled.
  package let backlog = Backlog()

  /// Creates a world.
  package init(clock: any Clock<Duration>, time: LabReport.TimeKind, files: any SearchSource) {
    self.clock = clock
    self.time = time
    self.files = files
  }
}
