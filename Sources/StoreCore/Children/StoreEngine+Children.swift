// A store whose state is an object tells of it as a whole: its parts are compared with what they were the last time.
extension StoreEngine where State: AnyObject {
  /// Has a child on an engine of its own while a part of the state object is there.
  ///
  /// The part is looked at whenever subscribers to the state are told; see ``subscribe(_:)``. The child stays the same as
  /// long as the part is there, whatever its value.
  ///
  /// - Parameters:
  ///   - keyPath: The part of the state that says whether there is a child.
  ///   - make: Makes the child's store of the part. It must not keep this store.
  ///   - input: Tells the child of each new value of the part, from the second on.
  ///   - output: This store's action for an action that the child has handled, with its state then; `nil` for what concerns
  ///     the child alone.
  /// - Returns: The place of the child, which lasts as long as this store.
  @_disfavoredOverload
  public func child<Part: Equatable, Child: StoreEngine>(
    _ keyPath: KeyPath<State, Part?>,
    make: @escaping @MainActor (Part) -> Child,
    input: (@MainActor (Part, Child) -> Void)? = nil,
    output: (@MainActor (Child.Action, Child.State) -> Action?)? = nil
  ) -> ChildStore<Child> {
    child(keyPath, isSame: { _, _ in true }, make, input, output)
  }

  /// Has a child on an engine of its own while a part of the state object is there, that another one may take the place of.
  ///
  /// A part of another id has another child.
  @_disfavoredOverload
  public func child<Part: Equatable & Identifiable, Child: StoreEngine>(
    _ keyPath: KeyPath<State, Part?>,
    make: @escaping @MainActor (Part) -> Child,
    input: (@MainActor (Part, Child) -> Void)? = nil,
    output: (@MainActor (Child.Action, Child.State) -> Action?)? = nil
  ) -> ChildStore<Child> {
    child(keyPath, isSame: { $0.id == $1.id }, make, input, output)
  }

  private func child<Part: Equatable, Child: StoreEngine>(
    _ keyPath: KeyPath<State, Part?>,
    isSame: @escaping @MainActor (Part, Part) -> Bool,
    _ make: @escaping @MainActor (Part) -> Child,
    _ input: (@MainActor (Part, Child) -> Void)?,
    _ output: (@MainActor (Child.Action, Child.State) -> Action?)?
  ) -> ChildStore<Child> {
    let child = ChildStore<Child>()
    let parent = weakReference()
    var last: Part?
    // Kept by what it is told by.
    let change: @MainActor (State) -> Void = { state in
      let former = last
      last = state[keyPath: keyPath]
      if let former, let part = last, isSame(former, part) {
        if former != part, let store = child.link?.store { input?(part, store) }
      } else {
        child.replace(with: last.map { part in { Self.link(make(part), to: parent, output) } })
      }
    }
    child.begin([subscribe(change)] + whenOver { child.cancel() })
    change(state)
    return child
  }

  /// Has a child on an engine of its own for each element of a collection in the state object.
  ///
  /// - Parameters:
  ///   - keyPath: Where the collection is.
  ///   - make: Makes the child's store of its element. It must not keep this store.
  ///   - input: Tells the child of each new value of its element, from the second on.
  ///   - output: This store's action for an action that the child of an id has handled, with its state then; `nil` for what
  ///     concerns the child alone.
  /// - Returns: The place of the children, which lasts as long as this store.
  /// - Complexity: O(elements) whenever subscribers to the state are told.
  @_disfavoredOverload
  public func children<Elements: RandomAccessCollection, Child: StoreEngine>(
    _ keyPath: KeyPath<State, Elements>,
    make: @escaping @MainActor (Elements.Element) -> Child,
    input: (@MainActor (Elements.Element, Child) -> Void)? = nil,
    output: (@MainActor (Elements.Element.ID, Child.Action, Child.State) -> Action?)? = nil
  ) -> ChildStores<Elements.Element.ID, Child>
  where Elements.Element: Identifiable & Equatable, Elements.Element.ID: Sendable {
    let children = ChildStores<Elements.Element.ID, Child>()
    let parent = weakReference()
    var last: Elements?
    // Kept by what it is told by.
    let change: @MainActor (Elements) -> Void = { elements in
      let former = last
      last = elements
      let differences = former.map { ElementDifferences(from: $0, to: elements) { $0 == $1 } }
      if differences?.isReordered != false {
        children.change(elements.map(\.id)) { place in
          let element = elements[elements.index(elements.startIndex, offsetBy: place)]
          let output = output.map { output in { @MainActor in output(element.id, $0, $1) } }
          return Self.link(make(element), to: parent, output)
        }
      }
      for pair in differences?.changed ?? [] {
        let element = elements[pair.new]
        if let store = children.links[element.id]?.store { input?(element, store) }
      }
    }
    children.begin([subscribe { change($0[keyPath: keyPath]) }] + whenOver { children.cancel() })
    change(state[keyPath: keyPath])
    return children
  }
}

extension StoreEngine {
  /// Has children end with this store.
  func whenOver(_ end: @escaping @MainActor @Sendable () -> Void) -> [StoreSubscription] {
    // At once where it is a child that departs; a store is deallocated on any thread.
    [
      runtime.lens?.child()?.whenDeparted(end),
      runtime.whenEnded { Task.detached { @MainActor in end() } },
    ].compactMap { $0 }
  }

  /// Connects a child with its parent, from which it hears of its part by `subscriptions`.
  static func link<Child: StoreEngine>(
    _ child: Child,
    to parent: @escaping @MainActor @Sendable () -> Self?,
    _ output: (@MainActor (Child.Action, Child.State) -> Action?)?,
    _ subscriptions: [StoreSubscription] = []
  ) -> ChildLink<Child> {
    guard let output else { return ChildLink(child, subscriptions) }
    let subscription = child.runtime.subscribe(toActions: { [weak child] action in
      guard let child, let action = output(action, child.state) else { return }
      parent()?.send(action, at: .unknown)
    })
    return ChildLink(child, subscriptions + [subscription])
  }
}
