import Observation
public import StoreCore

extension StoreEngine {
  /// Saves a part of the state whenever it has changed.
  ///
  /// ```swift
  /// let loaded = savedNotes.load(from: FileStorage(directory: folder))
  /// let store = Store(initialState: Notebook(notes: loaded.value ?? []), reduce: notebook)
  /// store.persist(\.notes, as: loaded) { .saveFailed("\($0)") }
  /// ```
  ///
  /// The first change after a rest is saved in the next turn of the main actor, later ones once an interval, counted from
  /// the end of a save. Each record is the value between two actions, whole, and never older than the one before. An equal
  /// value is not written. Comparing, encoding and writing are done off the main actor, unless the storage is instant. When the store stops, or ends, what
  /// is unsaved is saved at once. A crash loses at most the changes of one interval and one save.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - loaded: The result of loading it. A part that was not loaded cannot be saved over.
  ///   - interval: The least time between two saves, by the store's clock.
  ///   - fileID: The module and the file of the call; leave it and the next three out.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - failed: Makes the action for a failure, of a streak of failures for the first. Without it, a failure is logged as
  ///     an ``UncaughtError``.
  /// - Returns: the saving, which need not be kept.
  @discardableResult
  public func persist<Value: Codable & Sendable>(
    _ part: KeyPath<State, Value>,
    as loaded: Loaded<Value>,
    every interval: Duration = .seconds(1),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    failed: (@Sendable (PersistenceFailure) -> Action)? = nil
  ) -> Persistence {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return persist(loaded, interval, failed, nil, location) { state in
      let value = state[keyPath: part]
      return { value }
    }
  }

  /// Saves a value that is made from a part of the state, off the main actor.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - loaded: The result of loading the value.
  ///   - interval: The least time between two saves, by the store's clock.
  ///   - fileID: The module and the file of the call; leave it and the next three out.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - value: Makes the value.
  ///   - failed: Makes the action for a failure.
  /// - Returns: the saving, which need not be kept.
  @discardableResult
  public func persist<Part: Sendable, Value: Codable & Sendable>(
    _ part: KeyPath<State, Part>,
    as loaded: Loaded<Value>,
    every interval: Duration = .seconds(1),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    value: @escaping @Sendable (Part) -> Value,
    failed: (@Sendable (PersistenceFailure) -> Action)? = nil
  ) -> Persistence {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return persist(loaded, interval, failed, nil, location) { state in
      let part = state[keyPath: part]
      return { value(part) }
    }
  }

  /// Saves a value that is made from the state on the main actor, for states whose parts are objects.
  ///
  /// - Parameters:
  ///   - loaded: The result of loading the value.
  ///   - interval: The least time between two saves, by the store's clock.
  ///   - fileID: The module and the file of the call; leave it and the next three out.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - value: Makes the value, in a turn of its own.
  ///   - failed: Makes the action for a failure.
  /// - Returns: the saving, which need not be kept.
  @discardableResult
  public func persist<Value: Codable & Sendable>(
    as loaded: Loaded<Value>,
    every interval: Duration = .seconds(1),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    value: @escaping @MainActor (State) -> Value,
    failed: (@Sendable (PersistenceFailure) -> Action)? = nil
  ) -> Persistence {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return persist(loaded, interval, failed, nil, location) { state in
      let value = value(state)
      return { value }
    }
  }

  // Disfavoured, so that a closure without a label is for a failure.
  /// Saves a part of the state that other processes save too, such as an app and its extension.
  ///
  /// Once an interval it looks whether another process has saved. If nothing is unsaved here, `changedOutside` makes the
  /// action that brings its value into the state. Otherwise the two are in conflict at the next save: `resolve` makes the
  /// value that is saved and brought into the state; without it the other's bytes are set aside as a copy, and this
  /// process's value is saved.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - loaded: The result of loading it.
  ///   - interval: The least time between two saves and between two looks, by the store's clock.
  ///   - fileID: The module and the file of the call; leave it and the next three out.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - changedOutside: Makes the action for the value of another process.
  ///   - resolve: Makes one value of this process's and another's, off the main actor.
  ///   - failed: Makes the action for a failure.
  /// - Returns: the saving, which need not be kept.
  @_disfavoredOverload
  @discardableResult
  public func persist<Value: Codable & Sendable>(
    _ part: KeyPath<State, Value>,
    as loaded: Loaded<Value>,
    every interval: Duration = .seconds(1),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    changedOutside: @escaping @Sendable (Value) -> Action,
    resolve: (@Sendable (_ mine: Value, _ theirs: Value) -> Value)? = nil,
    failed: (@Sendable (PersistenceFailure) -> Action)? = nil
  ) -> Persistence {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return persist(loaded, interval, failed, (changedOutside, resolve), location) { state in
      let value = state[keyPath: part]
      return { value }
    }
  }

  private func persist<Value: Codable & Sendable>(
    _ loaded: Loaded<Value>,
    _ interval: Duration,
    _ failed: (@Sendable (PersistenceFailure) -> Action)?,
    _ outside: (changed: @Sendable (Value) -> Action, resolve: (@Sendable (Value, Value) -> Value)?)?,
    _ location: CallSite,
    _ read: @escaping @MainActor (State) -> @Sendable () -> Value
  ) -> Persistence {
    let isMigrated = if case .migrated = loaded.outcome { true } else { false }
    let load = SavedLoad(loaded.definition.id, loaded.lane, loaded.outcome, isMigrated: isMigrated)
    let changed = outside.map { outside in
      { outside.changed($0.value) } as @Sendable (RecordWriter<Value>.Found) -> Action
    }
    return persist(load, every: interval, failed, changedOutside: changed, location, read) { first in
      RecordWriter(behind: loaded, first: first, resolve: outside?.resolve)
    }
  }

  /// Saves what is read of the state by a writer, which is given what is read first.
  package func persist<Writer: SavedWriter>(
    _ load: SavedLoad,
    every interval: Duration,
    _ failed: (@Sendable (PersistenceFailure) -> Action)?,
    changedOutside: (@Sendable (Writer.Found) -> Action)?,
    _ location: CallSite,
    _ read: @escaping @MainActor (State) -> @Sendable () -> Writer.Value,
    writer makeWriter: (@escaping @Sendable () -> Writer.Value) -> Writer
  ) -> Persistence {
    let (id, lane, runtime) = (load.id, load.lane, runtime)
    let readState = (self as? any LensChild)?.stateReader ?? runtime.core.readState
    // Nil only if the engine shares no state, or one of another type.
    let value: @MainActor () -> (@Sendable () -> Writer.Value)? = { (readState?() as? State).map(read) }
    let writer = value().map(makeWriter)
    let store = Self.weakReference(to: self)
    let core = runtime.core
    let give: @MainActor @Sendable (Writer.Found) -> Void = { [weak core] other in
      guard let changedOutside, let writer, let store = store(), writer.isPresent(other) else { return }
      // Once the action was handled, which is at once unless the handler suspends.
      core?.callOnNextChange { writer.adopt(other) }
      store.send(changedOutside(other), at: location)
    }
    let look: Persistence.Look = { writer?.findOther().map { other in { give(other) } } }
    let persistence = Persistence(
      id: id,
      lane: lane,
      owner: owner(failed, location),
      interval: interval,
      look: changedOutside == nil ? nil : look
    ) { isAsked, onWrite in
      // Observable objects in a state of values are watched, too.
      let value = if let onWrite { withObservationTracking(value, onChange: onWrite) } else { value() }
      return { () throws(PersistenceFailure) in
        guard let writer, let value else { throw PersistenceFailure(id: id, reason: .noState) }
        return switch try writer.write(value(), isAsked: isAsked) {
        case .stored: .stored
        case .storedBesideTheirs: .storedBesideTheirs
        case .resolved(let both): .resolved { give(both) }
        }
      }
    }
    lane.makeFinalSaves()
    if let refusal = load.refusal {
      persistence.refuse(PersistenceFailure(id: id, reason: .refused(refusal)))
    } else if writer == nil {
      persistence.refuse(PersistenceFailure(id: id, reason: .noState))
    } else if !lane.claim() {
      runtime.report(.savedTwice(id: id), Self.wordsOfSecond(id), at: location.known)
      persistence.refuse(PersistenceFailure(id: id, reason: .alreadySaved))
    } else {
      persistence.begin(
        isUnsaved: load.isMigrated,
        damage: load.damage,
        endsWith: [
          runtime.subscribe(toLife: { [weak persistence, weak core] in
            guard core?.isOver == true else { return persistence?.storeHasStopped() ?? () }
            lane.noteFinalSave { persistence?.storeHasEnded() }
          }),
          whenEnded { lane.noteFinalSave { persistence.storeHasEnded() } },
        ]
      )
    }
    return persistence
  }

  private func owner(
    _ failed: (@Sendable (PersistenceFailure) -> Action)?,
    _ location: CallSite
  ) -> Persistence.Owner {
    let runtime = runtime
    let store = Self.weakReference(to: self)
    return Persistence.Owner(
      table: runtime.table,
      location: location,
      clock: runtime.clock,
      callOnNextChange: { [weak core = runtime.core] in core?.callOnNextChange($0) },
      isHandling: { [weak core = runtime.core] in core?.isHandling ?? false },
      isAtRest: { [weak core = runtime.core] in core.map { $0.launchesAtOnce && !$0.isStopped } ?? false },
      send: { failure in
        guard let failed, let store = store() else { return nil }
        return store.enqueue(failed(failure), at: location)
      }
    )
  }

  private static func wordsOfSecond(_ id: String) -> String {
    """
    Began to save '\(id)', which a living store saves already.

    Nothing is saved by the second one: what each writes would overwrite the other's.

    Give each value an id of its own, or end the first store, or its saving, before.
    """
  }
}
