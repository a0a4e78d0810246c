import StoreCore

/// An observer that notes whether it was shown a state.
private struct ShownState: StateObserver {
  let isShown = Recorded<Bool>()

  func stateReader(for store: StoreIdentity) -> @MainActor (StateReading) -> Void {
    { [isShown] reading in isShown.append(reading.state != nil) }
  }
}

extension ConformanceStage {
  static var observation: [Check] {
    [
      Check("observers hear of actions and effects in order, each with its cause") { stage in
        let store = stage.makeStore()
        store.send(ConformanceAction("a", effect: .sending("b", id: "work")))
        await stage.settle()
        let words = stage.events.all.map { stage.words(for: $0, in: stage.events.all) }
        stage.expect(
          words == ["a of nobody", "work started by a", "work finished", "b of work"]
            || words == ["a of nobody", "work started by a", "b of work", "work finished"],
          "They heard \(words)."
        )
      },
      Check("observers hear of cancels, and of what is replaced") { stage in
        let store = stage.makeStore()
        let gate = stage.makeGate()
        store.send(ConformanceAction("a", effect: .waiting(at: gate, id: "work")))
        store.send(ConformanceAction("b", effect: .waiting(at: gate, id: "work")))
        store.cancel(.id("work"))
        let outcomes = stage.events.outcomes(of: "work").map { "\($0)" }
        stage.expect(outcomes == ["replaced", "cancelled"], "They heard of \(outcomes).")
      },
      Check("observers hear which other store an action came from") { stage in
        let (first, second) = (stage.makeStore(), stage.makeStore())
        let inlet = second.runtime.inlet
        second.send(ConformanceAction("of nobody"))
        first.send(
          ConformanceAction(
            "a",
            effect: .run("work") { _ in inlet.enqueue(ConformanceAction("of an effect"), at: .unknown) },
            inside: {
              second.send(ConformanceAction("of a handler"))
              second.enqueue(ConformanceAction("of a handler, enqueued"))
            }
          )
        )
        await stage.settle()
        let origins = stage.events.all.compactMap { event -> String? in
          guard case .actionHandled(let action, _) = event.kind, "\(action)" != "a" else { return nil }
          return "\(action): \(event.origin.map { stage.name(of: $0.cause, in: $0.store) } ?? "nobody")"
        }
        let expected = [
          "of nobody: nobody", "of a handler: a", "of a handler, enqueued: a", "of an effect: work",
        ]
        stage.expect(origins.sorted() == expected.sorted(), "They heard \(origins).")
      },
      Check("observers that ask for the state are shown it") { stage in
        let store = stage.makeStore()
        let observer = ShownState()
        store.runtime.observe(observer)
        store.send(ConformanceAction("a"))
        stage.expect(!observer.isShown.all.isEmpty, "They were not asked to look.")
        stage.expect(!observer.isShown.all.contains(false), "The store does not share its state with its runtime.")
      },
      Check("a subscription to the state ends when it is cancelled") { stage in
        let store = stage.makeStore()
        let heard = Recorded<[String]>()
        let subscription = store.subscribe { heard.append(stage.handled(in: $0)) }
        store.send(ConformanceAction("a"))
        subscription.cancel()
        store.send(ConformanceAction("b"))
        stage.expect(heard.all == [["a"]], "It heard of \(heard.all).")
      },
      Check("the sequence of the store's actions has each of them") { stage in
        let store = stage.makeStore()
        let heard = Recorded<String>()
        let actions = store.actions
        _ = stage.beside {
          for await action in actions { heard.append("\(action)") }
        }
        store.send(ConformanceAction("a", effect: .emit(ConformanceAction("b"))))
        await stage.settle()
        stage.expect(heard.all == ["a", "b"], "It had \(heard.all).")
      },
    ] + endings
  }

  /// Describes an event in a few words, with the name of its cause.
  private func words(for event: RuntimeEvent, in events: [RuntimeEvent]) -> String {
    switch event.kind {
    case .actionHandled(let action, _): "\(action) of \(cause(of: event, in: events))"
    case .effectStarted(let info): "\(name(info)) started by \(cause(of: event, in: events))"
    case .effectEnded(let info, let outcome): "\(name(info)) \(outcome)"
    default: "\(event.kind)"
    }
  }

  private func name(_ info: EffectInfo) -> String {
    info.id == "work" ? "work" : "an effect"
  }

  private func cause(of event: RuntimeEvent, in events: [RuntimeEvent]) -> String {
    name(of: event.cause, in: event.store)
  }

  func name(of cause: EventCause?, in store: StoreIdentity) -> String {
    for other in events.all where other.store == store {
      switch (cause, other.kind) {
      case (.action(let cause), .actionHandled(let action, let id)) where cause == id: return "\(action)"
      case (.effect(let cause), .effectStarted(let info)) where cause == info.token: return name(info)
      default: break
      }
    }
    return "nobody"
  }
}
