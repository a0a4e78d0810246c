public import StoreCore

extension StoreEngine {
  /// Makes a child on its own engine, which exists while a part of the state is present.
  ///
  /// The child stays the same as long as the part is present, for any of its values. Of a scope whose child has departed
  /// nothing is made, with an issue, and the holder stays empty.
  ///
  /// A state that is an object is read whenever subscribers to the state are notified; see `subscribe(_:)`. If it is
  /// `Observable`, it is also read in a turn of the main actor after anything else has written it, such as a binding, or a
  /// task that goes on: what was put back by then has not changed.
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
  public func child<Value: Equatable, Store: StoreEngine>(
    _ keyPath: KeyPath<State, Value?>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    make: @escaping @MainActor (Value) -> Store,
    input: (@MainActor (Value, Store) -> Void)? = nil,
    output: (@MainActor (Store.Action, Store.State) -> Action?)? = nil
  ) -> ChildStore<Store> {
    child(
      Part(keyPath),
      make,
      input,
      output,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Makes a child on its own engine for a part of the state that another one may replace.
  ///
  /// A part with another id has another child.
  public func child<Value: Equatable & Identifiable, Store: StoreEngine>(
    _ keyPath: KeyPath<State, Value?>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    make: @escaping @MainActor (Value) -> Store,
    input: (@MainActor (Value, Store) -> Void)? = nil,
    output: (@MainActor (Store.Action, Store.State) -> Action?)? = nil
  ) -> ChildStore<Store> where Value.ID: Sendable {
    child(
      Part(keyPath, ownID: { EffectID($0.id) }),
      make,
      input,
      output,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Makes a child on its own engine for a part of the state, with a comparison that detects new values of the part.
  public func child<Value, Store: StoreEngine>(
    _ keyPath: KeyPath<State, Value?>,
    by areEqual: @escaping @MainActor (Value, Value) -> Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    make: @escaping @MainActor (Value) -> Store,
    input: (@MainActor (Value, Store) -> Void)? = nil,
    output: (@MainActor (Store.Action, Store.State) -> Action?)? = nil
  ) -> ChildStore<Store> {
    child(
      Part(keyPath, by: areEqual),
      make,
      input,
      output,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Makes a child on its own engine for a part of the state that another one may replace, with a comparison that
  /// detects new values of the part.
  public func child<Value: Identifiable, Store: StoreEngine>(
    _ keyPath: KeyPath<State, Value?>,
    by areEqual: @escaping @MainActor (Value, Value) -> Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    make: @escaping @MainActor (Value) -> Store,
    input: (@MainActor (Value, Store) -> Void)? = nil,
    output: (@MainActor (Store.Action, Store.State) -> Action?)? = nil
  ) -> ChildStore<Store> where Value.ID: Sendable {
    child(
      Part(keyPath, ownID: { EffectID($0.id) }, by: areEqual),
      make,
      input,
      output,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Makes a child on its own engine, each of whose actions is embedded in one of this store's once it is handled.
  ///
  /// All effects of the child are in its own store.
  public func child<Value: Equatable, Store: StoreEngine>(
    _ child: Child<State, Action, Value?, Store.Action>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    make: @escaping @MainActor (Value) -> Store,
    input: (@MainActor (Value, Store) -> Void)? = nil
  ) -> ChildStore<Store> {
    let embed = child.embed
    return self.child(
      Part(child),
      make,
      input,
      { action, _ in embed(action) },
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

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
  ///   same as with `scopes`. If the state is an object, O(elements) whenever it is read.
  @inlinable
  public func children<Elements: RandomAccessCollection, Store: StoreEngine>(
    _ keyPath: KeyPath<State, Elements>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    make: @escaping @MainActor (Elements.Element) -> Store,
    input: (@MainActor (Elements.Element, Store) -> Void)? = nil,
    output: (@MainActor (Elements.Element.ID, Store.Action, Store.State) -> Action?)? = nil
  ) -> ChildStores<Elements.Element.ID, Store>
  where Elements.Element: Identifiable & Equatable, Elements.Element.ID: Sendable {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return children(keyPath, ElementComparison(), make, input, output, at: location)
  }

  /// Makes a child on its own engine for each element of a collection, with a comparison that detects new values of an
  /// element.
  public func children<Elements: RandomAccessCollection, Store: StoreEngine>(
    _ keyPath: KeyPath<State, Elements>,
    by areEqual: @escaping @MainActor (Elements.Element, Elements.Element) -> Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    make: @escaping @MainActor (Elements.Element) -> Store,
    input: (@MainActor (Elements.Element, Store) -> Void)? = nil,
    output: (@MainActor (Elements.Element.ID, Store.Action, Store.State) -> Action?)? = nil
  ) -> ChildStores<Elements.Element.ID, Store> where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return children(keyPath, ElementComparison(by: areEqual), make, input, output, at: location)
  }

  /// Makes a child on its own engine for each element of a collection, each of whose actions is embedded in one of this
  /// store's once it is handled.
  @inlinable
  public func children<Elements: ChildCollection & RandomAccessCollection, Store: StoreEngine>(
    _ list: ChildList<State, Action, Elements, Store.Action>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    make: @escaping @MainActor (Elements.Element) -> Store,
    input: (@MainActor (Elements.Element, Store) -> Void)? = nil
  ) -> ChildStores<Elements.Element.ID, Store>
  where Elements.Element: Identifiable & Equatable, Elements.Element.ID == Elements.ChildID {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let embed = list.embed
    return children(
      list.path.keyPath,
      ElementComparison(),
      make,
      input,
      { id, action, _ in embed(id, action) },
      at: location
    )
  }
}

extension StoreEngine {
  /// The slices of the state; `nil` for a store that has none.
  private var ownSlices: StateSlices<State>? {
    func slices(of store: some ScopableStore<State, Action>) -> StateSlices<State> { store.slices }
    return (self as? any ScopableStore<State, Action>).map { slices(of: $0) }
  }

  private func child<Value, Store: StoreEngine>(
    _ part: Part<State, Value>,
    _ make: @escaping @MainActor (Value) -> Store,
    _ input: (@MainActor (Value, Store) -> Void)?,
    _ output: (@MainActor (Store.Action, Store.State) -> Action?)?,
    at location: CallSite
  ) -> ChildStore<Store> {
    func child<Whole>(
      _ all: ElementSlices<Whole, PartElements<Value>>,
      of owner: AnyObject,
      _ subscriptions: [StoreSubscription] = []
    ) -> ChildStore<Store> {
      let stores = children(
        all,
        { make($0.value) },
        input.map { input in { @MainActor in input($0.value, $1) } },
        output.map { output in { @MainActor in output($1, $2) } },
        subscriptions,
        at: location
      )
      return noted(ChildStore(stores), for: part.keyPath, of: owner, at: location)
    }
    guard let slices = ownSlices else {
      let last = LastPart(part.keyPath, of: self)
      return child(last.slices.elements(of: part.inItself), of: self, [subscribe { last.look(at: $0) }])
    }
    return hasDeparted(slices, at: location) ? ChildStore(ChildStores()) : child(slices.elements(of: part), of: slices)
  }

  @usableFromInline
  func children<Elements: RandomAccessCollection, Store: StoreEngine>(
    _ keyPath: KeyPath<State, Elements>,
    _ comparison: ElementComparison<Elements>,
    _ make: @escaping @MainActor (Elements.Element) -> Store,
    _ input: (@MainActor (Elements.Element, Store) -> Void)?,
    _ output: (@MainActor (Elements.Element.ID, Store.Action, Store.State) -> Action?)?,
    at location: CallSite
  ) -> ChildStores<Elements.Element.ID, Store> where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    guard let slices = ownSlices else {
      let last = LastPart(keyPath, of: self)
      let look = subscribe { last.look(at: $0) }
      let children = children(last.slices.elements(\.self, comparison), make, input, output, [look], at: location)
      return noted(children, for: keyPath, of: self, at: location)
    }
    guard !hasDeparted(slices, at: location) else { return ChildStores() }
    let children = children(slices.elements(keyPath, comparison), make, input, output, [], at: location)
    return noted(children, for: keyPath, of: slices, at: location)
  }

  private func children<Whole, Elements: RandomAccessCollection, Store: StoreEngine>(
    _ all: ElementSlices<Whole, Elements>,
    _ make: @escaping @MainActor (Elements.Element) -> Store,
    _ input: (@MainActor (Elements.Element, Store) -> Void)?,
    _ output: (@MainActor (Elements.Element.ID, Store.Action, Store.State) -> Action?)?,
    _ subscriptions: [StoreSubscription],
    at location: CallSite
  ) -> ChildStores<Elements.Element.ID, Store> where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    let children = ChildStores<Elements.Element.ID, Store>()
    let parent = Self.weakReference(to: self)
    // Retained by the subscriptions that call it.
    let change: @MainActor (Elements?) -> Void = { [weak children, weak all] elements in
      guard let store = parent(), let children else { return }
      guard let elements, !store.runtime.isStopped else { return children.change([]) { _ in nil } }
      children.change(elements.lazy.map(\.id)) { place in
        let element = elements[elements.index(elements.startIndex, offsetBy: place)]
        let made = make(element)
        let output = output.map { output in { @MainActor in output(element.id, $0, $1) } }
        let values = input.flatMap { input in
          all?.slice(of: element.id, at: place, in: elements).subscribe { input($0, made) }
        }
        return Self.link(made, to: parent, output, values)
      }
      if let id = children.duplicateID {
        let consequence = "They have one child, made for the first of them."
        store.runtime.reportDuplicate(id, of: Elements.Element.self, consequence, at: location)
      }
    }
    // `all` is retained by the slices that list it, as long as it has subscriptions.
    children.begin(
      subscriptions + [all.subscribe(toOrder: change)]
        + life {
          [weak all] in
          change(all?.current)
        } end: {
          [weak children] in
          children?.cancel()
        }
    )
    change(all.current)
    return children
  }

  /// Ends children with this store, and calls `change` when it has stopped or started again.
  private func life(
    _ change: @escaping @MainActor () -> Void,
    end: @escaping @MainActor @Sendable () -> Void
  ) -> [StoreSubscription] {
    // At once if this store is a child that departs; in a task if it is deallocated, which can be on any thread.
    [
      runtime.subscribe(toLife: change),
      runtime.child?.whenDeparted(end),
      runtime.whenEnded { Task.detached { @MainActor in end() } },
    ].compactMap { $0 }
  }

  /// Connects a child with its parent.
  private static func link<Child: StoreEngine>(
    _ child: Child,
    to parent: @escaping @MainActor @Sendable () -> Self?,
    _ output: (@MainActor (Child.Action, Child.State) -> Action?)?,
    _ input: StoreSubscription?
  ) -> ChildLink<Child> {
    let owner = parent()
    if !child.runtime.becomeChild(of: owner?.runtime.identity) {
      owner?.runtime.report(
        .reusedChild,
        """
        A store was used as a child that is one already, or has been one before.

        A child's store ends with its part of the state, for good: what is sent to it afterwards is dropped, even if another \
        part uses it.

        Make a new store each time a child is made.
        """,
        at: nil
      )
    }
    let subscription = output.map { output in
      child.runtime.subscribe(toActions: { [weak child] action in
        guard let child, let action = output(action, child.state) else { return }
        parent()?.send(action, at: .unknown)
      })
    }
    return ChildLink(child, [input, subscription].compactMap { $0 })
  }

  /// Whether this is a scope whose own child has departed, which is reported.
  private func hasDeparted(_ slices: StateSlices<State>, at location: CallSite) -> Bool {
    StateSlices.requireValue(State.self)
    guard slices.hasDeparted else { return false }
    runtime.report(
      .absentChild(action: "a store for a part"),
      """
      Asked a scoped store, whose own child has departed, for a child on another engine.

      None is made: the state of its child is no longer in the store, or another child has replaced it.

      Make a new scope, or do not ask if 'hasDeparted' is true.
      """,
      at: location
    )
    return true
  }
}
