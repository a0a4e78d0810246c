public import StoreCore

extension ScopableStore {
  /// Makes a child on its own engine, which exists while a part of the state is present.
  ///
  /// The child stays the same as long as the part is present, for any of its values. Of a scope whose child has departed
  /// nothing is made, with an issue, and the holder stays empty.
  ///
  /// - Parameters:
  ///   - keyPath: The path to the part of the state; there is a child while it is not `nil`.
  ///   - fileID: The module and the file of the call, for issues; leave it and the next three out.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - make: Creates the child's store from the part. It must not retain this store. Actions that the child handles
  ///     during this call do not go to `output`.
  ///   - input: Passes each new value of the part to the child, from the second on.
  ///   - output: Makes this store's action for an action that the child has handled, with its state then; `nil` if it
  ///     concerns the child alone.
  /// - Returns: The holder of the child, which ends when it is released.
  public func child<Part: Equatable, Child: StoreEngine>(
    _ keyPath: KeyPath<State, Part?>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    make: @escaping @MainActor (Part) -> Child,
    input: (@MainActor (Part, Child) -> Void)? = nil,
    output: (@MainActor (Child.Action, Child.State) -> Action?)? = nil
  ) -> ChildStore<Child> {
    noted(
      child({ $0.presence(of: keyPath) }, { $0.child(keyPath) }, make, input, output),
      for: keyPath,
      of: slices,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Makes a child on its own engine for a part of the state that another one may replace.
  ///
  /// A part with another id has another child.
  public func child<Part: Equatable & Identifiable, Child: StoreEngine>(
    _ keyPath: KeyPath<State, Part?>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    make: @escaping @MainActor (Part) -> Child,
    input: (@MainActor (Part, Child) -> Void)? = nil,
    output: (@MainActor (Child.Action, Child.State) -> Action?)? = nil
  ) -> ChildStore<Child> {
    noted(
      child({ $0.presentID(of: keyPath) }, { $0.identifiedChild(keyPath) }, make, input, output),
      for: keyPath,
      of: slices,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Makes a child on its own engine for a part of the state, with a comparison that detects new values of the part.
  public func child<Part, Child: StoreEngine>(
    _ keyPath: KeyPath<State, Part?>,
    by areEqual: @escaping @MainActor (Part, Part) -> Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    make: @escaping @MainActor (Part) -> Child,
    input: (@MainActor (Part, Child) -> Void)? = nil,
    output: (@MainActor (Child.Action, Child.State) -> Action?)? = nil
  ) -> ChildStore<Child> {
    noted(
      child(
        { $0.presence(of: keyPath) },
        { $0.child(SliceComparison(by: areEqual)) { $0[keyPath: keyPath] } },
        make,
        input,
        output
      ),
      for: keyPath,
      of: slices,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Makes a child on its own engine for a part of the state that another one may replace, with a comparison that
  /// detects new values of the part.
  public func child<Part: Identifiable, Child: StoreEngine>(
    _ keyPath: KeyPath<State, Part?>,
    by areEqual: @escaping @MainActor (Part, Part) -> Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    make: @escaping @MainActor (Part) -> Child,
    input: (@MainActor (Part, Child) -> Void)? = nil,
    output: (@MainActor (Child.Action, Child.State) -> Action?)? = nil
  ) -> ChildStore<Child> {
    noted(
      child(
        { $0.presentID(of: keyPath) },
        { $0.identifiedChild(SliceComparison(by: areEqual)) { $0[keyPath: keyPath] } },
        make,
        input,
        output
      ),
      for: keyPath,
      of: slices,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

extension ScopableStore {
  /// Makes a child on its own engine for each element of a collection.
  ///
  /// - Parameters:
  ///   - keyPath: The path to the collection.
  ///   - fileID: The module and the file of the call, for issues; leave it and the next three out.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - make: Creates a child's store from its element. It must not retain this store. Actions that the child handles
  ///     during this call do not go to `output`.
  ///   - input: Passes each new value of an element to its child, from the second on.
  ///   - output: Makes this store's action for an action that the child of an id has handled, with its state then;
  ///     `nil` if it concerns the child alone.
  /// - Returns: The holder of the children, which end when it is released.
  /// - Complexity: O(elements) for an action that adds, removes or moves some; one that changes an element costs the
  ///   same as with ``scopes(_:id:extract:action:fileID:line:)``.
  @inlinable
  public func children<Elements: RandomAccessCollection, Child: StoreEngine>(
    _ keyPath: KeyPath<State, Elements>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    make: @escaping @MainActor (Elements.Element) -> Child,
    input: (@MainActor (Elements.Element, Child) -> Void)? = nil,
    output: (@MainActor (Elements.Element.ID, Child.Action, Child.State) -> Action?)? = nil
  ) -> ChildStores<Elements.Element.ID, Child>
  where Elements.Element: Identifiable & Equatable, Elements.Element.ID: Sendable {
    children(
      elements(keyPath) { old, new, comparison in
        ElementDifferences(from: old, to: new) { comparison.areSame($0, $1) }
      },
      for: keyPath,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      make,
      input,
      output
    )
  }

  /// Makes a child on its own engine for each element of a collection, with a comparison that detects new values of an
  /// element.
  @inlinable
  public func children<Elements: RandomAccessCollection, Child: StoreEngine>(
    _ keyPath: KeyPath<State, Elements>,
    by areEqual: @escaping @MainActor (Elements.Element, Elements.Element) -> Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    make: @escaping @MainActor (Elements.Element) -> Child,
    input: (@MainActor (Elements.Element, Child) -> Void)? = nil,
    output: (@MainActor (Elements.Element.ID, Child.Action, Child.State) -> Action?)? = nil
  ) -> ChildStores<Elements.Element.ID, Child>
  where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    children(
      elements(keyPath, by: areEqual),
      for: keyPath,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      make,
      input,
      output
    )
  }

  @usableFromInline
  func children<Elements: RandomAccessCollection, Child: StoreEngine>(
    _ all: ElementSlices<State, Elements>,
    for keyPath: AnyKeyPath,
    at location: CallSite,
    _ make: @escaping @MainActor (Elements.Element) -> Child,
    _ input: (@MainActor (Elements.Element, Child) -> Void)?,
    _ output: (@MainActor (Elements.Element.ID, Child.Action, Child.State) -> Action?)?
  ) -> ChildStores<Elements.Element.ID, Child> where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    StateSlices.requireValue(State.self)
    guard !slices.hasDeparted else {
      reportDeparture(at: location)
      return ChildStores()
    }
    // `all` is retained by the slices that list it, as long as it has subscriptions.
    let children = children(
      subscribe: { [weak all] change in (all?.subscribe(toOrder: change)).map { [$0] } ?? [] },
      present: { [weak all] in all?.current },
      follow: { [weak all] id, place, receive in
        guard let all, let elements = all.current else { return nil }
        return all.slice(of: id, at: place, in: elements).subscribe(receive)
      },
      make,
      input,
      output,
      at: location
    )
    return noted(children, for: keyPath, of: slices, at: location)
  }

  private func child<Presence, Part, Child: StoreEngine>(
    _ presence: (StateSlices<State>) -> PartSlice<State, Presence>,
    _ part: @escaping @MainActor (StateSlices<State>) -> PartSlice<State, Part>,
    _ make: @escaping @MainActor (Part) -> Child,
    _ input: (@MainActor (Part, Child) -> Void)?,
    _ output: (@MainActor (Child.Action, Child.State) -> Action?)?
  ) -> ChildStore<Child> {
    guard !slices.hasDeparted else {
      reportDeparture()
      return ChildStore()
    }
    let presence = presence(slices)
    return child(
      subscribe: { change in [presence.subscribe { _ in change() }] },
      present: { store in
        let slice = part(store.slices)
        return slice.current.map { ($0, slice.subscribe) }
      },
      make,
      input,
      output
    )
  }

  /// Reports that a scoped store was asked for a child after its own part had departed.
  private func reportDeparture(at location: CallSite? = nil) {
    runtime.report(
      .absentChild(action: "a store for a part"),
      """
      Asked a scoped store, whose own child has departed, for a child on another engine.

      None is made: the state of its child is no longer in the store, or another child has replaced it.

      Make a new scope, or do not ask if 'hasDeparted' is true.
      """,
      at: location
    )
  }
}
