/// The owner of a host for a view: makes it when it is first asked for, and once.
@MainActor
final class HostOwner<Host> {
  private var host: Host?

  init() {}

  func host(_ make: () -> Host) -> Host {
    if let host { return host }
    let host = make()
    self.host = host
    return host
  }
}
