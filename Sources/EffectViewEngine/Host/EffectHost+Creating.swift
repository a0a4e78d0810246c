public import StoreCore

// Each initialiser builds its own handler, so that the update function's type stays known to the compiler.
extension EffectHost {
  /// Creates a host that keeps the state itself.
  ///
  /// - Parameters:
  ///   - state: The first state.
  ///   - initialEvent: An event that is handled when the view appears; see ``appear()``.
  ///   - initialEnv: The environment that effects get, such as services and configuration.
  ///   - options: The host's name, clock, observers and hooks.
  ///   - update: Applies an event to the state, and returns an effect.
  ///   - fileID: The file of the call, for issues; leave it out.
  ///   - line: The line of the call; leave it out.
  @inlinable
  public convenience init(
    state: State,
    initialEvent: Event? = nil,
    initialEnv: Env,
    options: StoreOptions = StoreOptions(),
    update: @escaping Update,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let box = StateBox(state, options: options)
    let captured = CapturedEnv(initialEnv)
    let creation = CallSite(fileID: fileID, filePath: (fileID), line: line, column: 1)
    let runtime = Runtime<Event>(of: EffectHost.self, options: options) { event in
      #if DEBUG
      captured.noteEvent()
      #endif
      var state = box.take()
      var effect = update(&state, event)
      box.put(state)
      return Effect.takeProgram(of: &effect, in: captured.env)
    }
    self.init(storage: .own(box), captured: captured, initialEvent: initialEvent, runtime: runtime, at: creation)
  }

  /// Creates a host for a state that another owner keeps.
  ///
  /// An event changes a copy of the state, which is written back when the update function has returned: a read
  /// meanwhile returns the state before the event.
  public convenience init(
    storage: StateAccessor<State>,
    initialEvent: Event? = nil,
    initialEnv: Env,
    options: StoreOptions = StoreOptions(),
    update: @escaping Update,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let accessed = AccessedState(storage)
    let captured = CapturedEnv(initialEnv)
    let creation = CallSite(fileID: fileID, filePath: (fileID), line: line, column: 1)
    let link = RuntimeLink<Event>()
    let runtime = Runtime<Event>(of: EffectHost.self, options: options) { event in
      captured.noteEvent()
      guard accessed.accessor.isPresent() else {
        link.runtime?.reportRemoved(event)
        return .none
      }
      var effect = accessed.change { update(&$0, event) }
      return Effect.takeProgram(of: &effect, in: captured.env)
    }
    link.runtime = runtime
    self.init(
      storage: .accessed(accessed),
      captured: captured,
      initialEvent: initialEvent,
      runtime: runtime,
      at: creation
    )
  }
}

extension EffectHost where Env == Void {
  /// Creates a host that keeps the state itself, and whose effects need no environment.
  @inlinable
  public convenience init(
    state: State,
    initialEvent: Event? = nil,
    options: StoreOptions = StoreOptions(),
    update: @escaping Update,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      state: state,
      initialEvent: initialEvent,
      initialEnv: (),
      options: options,
      update: update,
      fileID: fileID,
      line: line
    )
  }

  /// Creates a host for a state that another owner keeps, and whose effects need no environment.
  public convenience init(
    storage: StateAccessor<State>,
    initialEvent: Event? = nil,
    options: StoreOptions = StoreOptions(),
    update: @escaping Update,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      storage: storage,
      initialEvent: initialEvent,
      initialEnv: (),
      options: options,
      update: update,
      fileID: fileID,
      line: line
    )
  }
}

extension Runtime {
  /// Reports that an event was dropped, because the element that is the host's state is no longer in its collection.
  fileprivate func reportRemoved(_ event: Action) {
    report(
      .absentChild(action: "\(event)"),
      """
      Sent '\(event)' to the host of a collection's element that was removed.

      The event was dropped: no element has the id any more, and the element's view has not been updated since.

      Cancel the element's effects before you remove it, or ignore this if a late event does no harm.
      """,
      at: currentPlace
    )
  }
}
