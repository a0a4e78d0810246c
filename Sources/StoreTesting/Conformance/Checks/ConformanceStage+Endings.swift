import StoreCore

/// An interceptor that cancels each effect.
private struct Cancelling: EffectInterceptor {
  func intercept(_ attempt: EffectAttempt) async throws { attempt.cancel() }
}

/// A tool that is given a way to the store.
private final class Tool: RuntimeObserver {
  private let handle = Locked<StoreHandle?>(nil)

  var store: StoreHandle? { handle.withLock { $0 } }

  func begin(_ store: StoreHandle) { handle.withLock { $0 = store } }

  func receive(_ event: RuntimeEvent) {}
}

extension ConformanceStage {
  /// A check for each way to end an effect: observers hear the way, what caused it, and where.
  static var endings: [Check] {
    ConformanceEnding.allCases.map { ending in
      var check = Check("observers hear how, by what and where an effect is ended: \(ending)") { stage in
        let expected = await stage.end(ending)
        let ends = stage.events.all.compactMap { event in event.ender.map { stage.words(for: $0) } }
        stage.expect(ends == expected, "They heard \(ends) instead of \(expected).")
      }
      check.ending = ending
      return check
    }
  }

  /// Ends effects in a way, by each means that has it, and returns what observers should hear.
  private func end(_ ending: ConformanceEnding) async -> [String] {
    switch ending {
    case .names: endByCancels(.id("work"), "names 'work'") + endByCancels(.ids(["work", "b"]), "names 'work', 'b'")
    case .condition: endByCancels(.matching { $0 == "work" }, "condition")
    case .all: endByCancels(.all, "all")
    case .scope: endByCancels(.scope("row"), "scope 'row'", of: inRow)
    case .departure: endByCancels(.departed([EffectScope("row")]), "departure", of: inRow)
    case .mark: endByMark()
    case .handle: endByHandle()
    case .effect: endByTool()
    case .owner: endByOwner()
    case .replacement: endByReplacement()
    case .stop: endByStop()
    case .storeEnd: await endByStoreEnd()
    case .interceptor: await endByInterceptor()
    }
  }

  /// An effect that ends when the check does.
  private var work: ConformanceEffect { .waiting(at: makeGate(), id: "work") }

  private var inRow: ConformanceEffect { .scoped(work, to: EffectScope("row")) }

  private func endByCancels(_ selector: EffectSelector, _ way: String, of work: ConformanceEffect? = nil) -> [String] {
    let store = makeStore()
    let place = CallSite()
    let start = ConformanceAction("start", effect: work ?? self.work)
    store.send(start)
    store.cancel(selector, at: place)
    store.send(start)
    store.send(ConformanceAction("stop", effect: .cancel(selector)), at: place)
    return ["\(way) by nobody at \(place)", "\(way) by stop at \(place)"]
  }

  private func endByMark() -> [String] {
    let mark = EffectMark()
    let ends = endByCancels(.marked(by: mark), "mark", of: .marked(work, by: mark))
    let store = makeStore()
    let place = CallSite()
    store.send(ConformanceAction("start", effect: .marked(work, by: mark)))
    mark.cancel(at: place)
    return ends + ["mark by nobody at \(place)"]
  }

  private func endByHandle() -> [String] {
    let store = makeStore()
    let place = CallSite()
    let start = ConformanceAction("start", effect: work)
    store.send(start).cancel(at: place)
    let handle = store.send(start)
    store.send(ConformanceAction("stop", inside: { handle.cancel(at: place) }))
    return ["handle by nobody at \(place)", "handle by stop at \(place)"]
  }

  private func endByTool() -> [String] {
    let store = makeStore()
    let place = CallSite()
    let tool = Tool()
    store.runtime.observe(tool)
    store.send(ConformanceAction("start", effect: work))
    let number = store.runtime.runningEffects.first?.token.rawValue ?? 0
    expect(tool.store?.cancel(effect: number, at: place) == true, "The effect was not found by its number.")
    return ["tool by nobody at \(place)"]
  }

  private func endByOwner() -> [String] {
    let store = makeStore()
    let owner = ProgramOwner()
    store.launch(work.program.owned(by: owner))
    store.runtime.cancel(owner.selector, at: .unknown)
    return ["owner by nobody at no place"]
  }

  private func endByReplacement() -> [String] {
    let store = makeStore()
    let place = CallSite()
    let start = ConformanceAction("start", effect: work)
    let program = ConformanceEffect.merge([.waiting(at: makeGate(), id: "a"), .waiting(at: makeGate(), id: "b")])
    store.send(start)
    store.send(ConformanceAction("again", effect: work), at: place)
    store.send(ConformanceAction("all", effect: .named(program, id: "work", policy: .replace)), at: place)
    return ["newer effect by again at \(place)", "program by all at \(place)"]
  }

  private func endByStop() -> [String] {
    let store = makeStore()
    let start = ConformanceAction("start", effect: work)
    store.send(start)
    store.runtime.stop()
    store.runtime.start()
    store.send(start)
    store.send(ConformanceAction("stop", inside: { [weak store] in store?.runtime.stop() }))
    return ["stop by nobody at no place", "stop by stop at no place"]
  }

  private func endByStoreEnd() async -> [String] {
    makeStore().send(ConformanceAction("start", effect: work))
    let other = makeStore()
    other.send(ConformanceAction("start", effect: work))
    other.runtime.end()
    letGoOfStores()
    await settle()
    return ["end of the store by nobody at no place", "end of the store by nobody at no place"]
  }

  private func endByInterceptor() async -> [String] {
    let store = makeStore(interceptor: Cancelling())
    store.send(ConformanceAction("start", effect: work))
    await settle()
    return ["interceptor by work at no place"]
  }

  /// Describes what ended an effect: the way, the cause and the place.
  private func words(for ender: EffectEnder) -> String {
    let way =
      switch ender.way {
      case .names(let ids): "names " + ids.map { "'\($0)'" }.joined(separator: ", ")
      case .condition: "condition"
      case .all: "all"
      case .scope(let scope): "scope '\(scope)'"
      case .departure: "departure"
      case .mark: "mark"
      case .handle: "handle"
      case .effect: "tool"
      case .owner: "owner"
      case .replacement(let token?): hasStarted(token) ? "newer effect" : "an effect that never started"
      case .replacement(nil): "program"
      case .stop: "stop"
      case .storeEnd: "end of the store"
      case .interceptor: "interceptor"
      }
    let place = ender.location.flatMap { $0.line == 0 ? nil : "\($0)" } ?? "no place"
    let causes = Set(events.all.map(\.store)).map { name(of: ender.cause, in: $0) }.filter { $0 != "nobody" }
    return "\(way) by \(causes.first ?? "nobody") at \(place)"
  }

  private func hasStarted(_ token: CancellationToken) -> Bool {
    events.all.contains { if case .effectStarted(let info) = $0.kind { info.token == token } else { false } }
  }
}
