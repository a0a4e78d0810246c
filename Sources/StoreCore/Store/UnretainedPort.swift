/// A port that somebody else holds, to be used without a reference of its own, which would cost as much as the rest.
///
/// Not of the main actor: a closure of an actor's is checked each time it is called.
@usableFromInline
struct UnretainedPort {
  // Balanced by nothing: the owner says who holds the port.
  private let port: Unmanaged<ObservationPort>

  init(_ port: ObservationPort) {
    self.port = .passUnretained(port)
  }

  @usableFromInline
  func access() {
    // Held by who has this.
    port._withUnsafeGuaranteedRef { $0.access() }
  }

  @usableFromInline
  func willChange() {
    // As above.
    port._withUnsafeGuaranteedRef { $0.willChange() }
  }

  @usableFromInline
  func didChange() {
    // As above.
    port._withUnsafeGuaranteedRef { $0.didChange() }
  }
}
