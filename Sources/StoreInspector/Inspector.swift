import Foundation
public import StoreCore
public import StoreRecording

/// A server on this machine whose page shows what the stores of this process do.
///
/// ```swift
/// Inspector.start()
/// ```
///
/// The first line of an app is the place for it: stores that are made before are seen only with ``watch(_:)``. It prints
/// an address, to be opened in a browser of the same machine. The address has a token, without which nothing is answered.
///
/// It keeps the last records and states of all stores, as a `Recorder` does, and no store.
@MainActor
public final class Inspector {
  /// Those that run: they last until ``stop()``.
  private static var running: [ObjectIdentifier: Inspector] = [:]

  let responder: Responder
  private let token: String
  private var port: UInt16
  private var subscriptions: [StoreSubscription] = []
  private var serving: Task<Void, Never>?
  private var isOver = false
  private var hasFailed = false
  private var addressWaiters: [CheckedContinuation<Void, Never>] = []
  /// The address, once the server listens.
  private var known: String?

  /// Starts an inspector, and prints its address.
  ///
  /// In a release build it starts only with `inRelease`; else it says so in place of the address. If the port is in use, it
  /// says so with the line of the call, and tries again each second. If the socket is lost, as on a device whose app was
  /// in the background, the server starts again at the same port.
  ///
  /// - Parameters:
  ///   - port: The port; 0 for any that is free.
  ///   - token: The token; by default a random one. With a fixed one, and a port, a page goes on with the app's next start.
  ///   - control: Whether pages may send actions, cancel effects and replace states.
  ///   - inRelease: Whether to start in a release build.
  ///   - limits: How much is kept.
  ///   - fileID: The file that starts it, which is named if it cannot start.
  ///   - line: The line there.
  /// - Returns: The inspector, which needs no owner.
  @discardableResult
  public static func start(
    port: UInt16 = 0,
    token: String? = nil,
    control: Bool = false,
    inRelease: Bool = false,
    limits: Recorder.Limits = Recorder.Limits(),
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Inspector {
    let start = InspectorStart(isRelease: isRelease, inRelease: inRelease, token: token)
    let inspector = Inspector(port: port, token: token ?? Token.make(), control: control, limits: limits)
    if let words = start.refusal {
      inspector.isOver = true
      say("\(fileID):\(line): \(words)")
    } else {
      inspector.subscriptions.append(ProcessObservers.add(inspector.responder.stores))
      inspector.begin(orElse: { say("\(fileID):\(line): \($0)") }, { say($0) })
    }
    return inspector
  }

  /// Starts an inspector that does not print.
  init(
    port: UInt16,
    token: String,
    control: Bool,
    limits: Recorder.Limits,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.port = port
    self.token = token
    responder = Responder(recorder: Recorder(limits), isControlled: control, clock: clock)
  }

  private static var isRelease: Bool {
    #if DEBUG
    false
    #else
    true
    #endif
  }

  /// Prints a line, at once also into a file: nobody can guess the address.
  ///
  /// A flush of all streams would wait for a thread that reads a line of the standard input.
  private static func say(_ words: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data("\(words)\n".utf8))
  }

  /// The address with the token; empty if the inspector does not run.
  ///
  /// It waits until the server listens.
  public var address: String {
    get async {
      if known == nil, !isOver, !hasFailed {
        await withCheckedContinuation { addressWaiters.append($0) }
      }
      return known ?? ""
    }
  }

  /// Watches a store that was made before the inspector was started.
  ///
  /// It does nothing for a store that is watched already.
  public func watch(_ store: some StoreEngine) {
    guard !isOver, responder.stores.entry(store.runtime.identity.number) == nil else { return }
    subscriptions.append(store.runtime.observe(responder.stores))
  }

  /// Ends the server, and the watch of all stores.
  ///
  /// When it returns, no connection is left. A second call does nothing.
  public func stop() async {
    isOver = true
    known = nil
    for subscription in subscriptions { subscription.cancel() }
    subscriptions = []
    serving?.cancel()
    await serving?.value
    serving = nil
    resumeAddressWaiters()
    Self.running[ObjectIdentifier(self)] = nil
  }

  // MARK: Serving

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - complain: Told why there is no server, once.
  ///   - say: Told the address.
  func begin(
    orElse complain: @escaping @MainActor @Sendable (String) -> Void,
    _ say: @escaping @MainActor @Sendable (String) -> Void
  ) {
    Self.running[ObjectIdentifier(self)] = self
    let server = InspectorServer(responder, token: token)
    let clock = responder.clock
    // Ended by `stop()`.
    serving = Task { [weak self] in
      while !Task.isCancelled, let port = self?.port {
        do {
          try await server.run(port: port) { [weak self] port in await self?.listens(on: port, say) }
        } catch {
          guard !Task.isCancelled else { return }
          self?.fail(error, complain)
        }
        try? await clock.sleep(for: .seconds(1))
      }
    }
  }

  private func listens(on port: UInt16, _ say: @MainActor (String) -> Void) {
    guard !isOver else { return }
    let isNews = self.port != port || known == nil && !hasStarted
    (self.port, hasStarted, hasFailed) = (port, true, false)
    known = "http://127.0.0.1:\(port)/#\(token)"
    if isNews, let known { say("Store inspector: \(known)") }
    resumeAddressWaiters()
  }

  private var hasStarted = false

  /// Says why there is no server, once: it tries again.
  private func fail(_ error: any Error, _ complain: @MainActor (String) -> Void) {
    known = nil
    if !hasFailed, !hasStarted { complain(InspectorStart.words(forFailureAt: port, error)) }
    hasFailed = true
    resumeAddressWaiters()
  }

  private func resumeAddressWaiters() {
    let waiters = addressWaiters
    addressWaiters = []
    for waiter in waiters { waiter.resume() }
  }
}
