import FlyingFox
import StorePage

/// A server on this machine whose page shows what the stores of this process do.
@MainActor
public final class Inspector {
  init() {}
}
