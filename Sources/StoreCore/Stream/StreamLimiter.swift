/// A rate limit between the source of a stream and its store.
package final class StreamLimiter<Element: Sendable, Time: InstantProtocol>: Sendable where Time.Duration == Duration {
  private let machine: Locked<StateMachine>
  private let gate: StreamGate

  package init(_ rate: StreamRate, gate: StreamGate) {
    machine = Locked(StateMachine(rate))
    self.gate = gate
  }

  /// Notes that the source is asked for an element.
  func waitForElement() {
    change { $0.waitForElement() }
  }

  func offer(_ element: Element, at now: Time) -> StateMachine.Step {
    change { $0.offer(element, at: now) }
  }

  func reach(_ time: Time) -> StateMachine.Reached {
    change { $0.reach(time) }
  }

  func fail() -> Element? {
    change { $0.fail() }
  }

  /// Takes a decision, and has the gate know whether anything happens before another element comes.
  private func change<Result>(_ body: (inout sending StateMachine) -> sending Result) -> sending Result {
    machine.withLock { machine in
      let wasIdle = machine.isIdle
      let result = body(&machine)
      // Under the lock: the source and the end of a window may come together.
      if machine.isIdle {
        gate.willWait()
      } else if wasIdle {
        gate.didReceive()
      }
      return result
    }
  }
}
