/// The owner of a view's host, which creates it once, when it is first needed.
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
