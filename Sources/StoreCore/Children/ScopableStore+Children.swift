extension ScopableStore {
  /// Has a child on an engine of its own while a part of the state is there.
  ///
  /// The child stays the same as long as the part is there, whatever its value.
  ///
  /// - Parameters:
  ///   - keyPath: The part of the state that says whether there is a child.
  ///   - make: Makes the child's store of the part. It must not keep this store.
  ///   - input: Tells the child of each new value of the part, from the second on.
  ///   - output: This store's action for an action that the child has handled, with its state then; `nil` for what concerns
  ///     the child alone.
  /// - Returns: The place of the child, which lasts as long as this store.
  public func child<Part: Equatable, Child: StoreEngine>(
    _ keyPath: KeyPath<State, Part?>,
    make: @escaping @MainActor (Part) -> Child,
    input: (@MainActor (Part, Child) -> Void)? = nil,
    output: (@MainActor (Child.Action, Child.State) -> Action?)? = nil
  ) -> ChildStore<Child> {
    child(of: slices.presence(of: keyPath), slices, { $0.child(keyPath) }, make, input, output)
  }

  /// Has a child on an engine of its own while a part of the state is there, that another one may take the place of.
  ///
  /// A part of another id has another child.
  ///
  /// - Parameters:
  ///   - keyPath: The part of the state that says whether there is a child.
  ///   - make: Makes the child's store of the part. It must not keep this store.
  ///   - input: Tells the child of each new value of the part, from the second on.
  ///   - output: This store's action for an action that the child has handled, with its state then; `nil` for what concerns
  ///     the child alone.
  /// - Returns: The place of the child, which lasts as long as this store.
  public func child<Part: Equatable & Identifiable, Child: StoreEngine>(
    _ keyPath: KeyPath<State, Part?>,
    make: @escaping @MainActor (Part) -> Child,
    input: (@MainActor (Part, Child) -> Void)? = nil,
    output: (@MainActor (Child.Action, Child.State) -> Action?)? = nil
  ) -> ChildStore<Child> {
    child(of: slices.presentID(of: keyPath), slices, { $0.identifiedChild(keyPath) }, make, input, output)
  }
}

extension ScopableStore {
  /// Has a child on an engine of its own for each element of a collection.
  ///
  /// - Parameters:
  ///   - keyPath: Where the collection is.
  ///   - make: Makes the child's store of its element. It must not keep this store.
  ///   - input: Tells the child of each new value of its element, from the second on.
  ///   - output: This store's action for an action that the child of an id has handled, with its state then; `nil` for what
  ///     concerns the child alone.
  /// - Returns: The place of the children, which lasts as long as this store.
  /// - Complexity: O(elements) for an action that adds, removes or moves some; one that changes an element costs what it
  ///   does for ``scopes(_:id:extract:action:)``.
  @inlinable
  public func children<Elements: RandomAccessCollection, Child: StoreEngine>(
    _ keyPath: KeyPath<State, Elements>,
    make: @escaping @MainActor (Elements.Element) -> Child,
    input: (@MainActor (Elements.Element, Child) -> Void)? = nil,
    output: (@MainActor (Elements.Element.ID, Child.Action, Child.State) -> Action?)? = nil
  ) -> ChildStores<Elements.Element.ID, Child>
  where Elements.Element: Identifiable & Equatable, Elements.Element.ID: Sendable {
    children(keyPath, { ElementDifferences(from: $0, to: $1) { $0 == $1 } }, make, input, output)
  }

  @usableFromInline
  func children<Elements: RandomAccessCollection, Child: StoreEngine>(
    _ keyPath: KeyPath<State, Elements>,
    _ differences: @escaping ElementDifferences<Elements>.Finder,
    _ make: @escaping @MainActor (Elements.Element) -> Child,
    _ input: (@MainActor (Elements.Element, Child) -> Void)?,
    _ output: (@MainActor (Elements.Element.ID, Child.Action, Child.State) -> Action?)?
  ) -> ChildStores<Elements.Element.ID, Child>
  where Elements.Element: Identifiable & Equatable, Elements.Element.ID: Sendable {
    let children = ChildStores<Elements.Element.ID, Child>()
    guard !slices.hasDeparted else { return children }
    let all = slices.elements(keyPath, differences)
    let parent = weakReference()
    func outputs(of id: Elements.Element.ID) -> (@MainActor (Child.Action, Child.State) -> Action?)? {
      guard let output else { return nil }
      return { output(id, $0, $1) }
    }
    // Kept by what it is told by.
    let change: @MainActor (Elements) -> Void = { [unowned all] (elements: Elements) in
      children.change(elements.map(\.id)) { (place: Int) -> ChildLink<Child>? in
        let element = elements[elements.index(elements.startIndex, offsetBy: place)]
        let slice = all.slice(of: element.id, at: place)
        let child = make(element)
        return Self.link(child, to: parent, outputs(of: element.id), Self.telling(child, of: slice, input))
      }
    }
    children.begin([all.subscribe(toOrder: change)] + whenOver { children.cancel() })
    if let elements = all.current { change(elements) }
    return children
  }

  private func child<Presence, Part, Child: StoreEngine>(
    of presence: PartSlice<State, Presence>,
    _ slices: StateSlices<State>,
    _ part: @escaping @MainActor (StateSlices<State>) -> PartSlice<State, Part>,
    _ make: @escaping @MainActor (Part) -> Child,
    _ input: (@MainActor (Part, Child) -> Void)?,
    _ output: (@MainActor (Child.Action, Child.State) -> Action?)?
  ) -> ChildStore<Child> {
    let child = ChildStore<Child>()
    guard !slices.hasDeparted else { return child }
    let parent = weakReference()
    // Kept by what it is told by.
    let change: @MainActor () -> Void = { [unowned slices] in
      let slice = part(slices)
      child.replace(
        with: slice.current.map { part in
          {
            let child = make(part)
            return Self.link(child, to: parent, output, Self.telling(child, of: slice, input))
          }
        }
      )
    }
    child.begin([presence.subscribe { _ in change() }] + whenOver { child.cancel() })
    change()
    return child
  }

  /// Has a child told of each new value of its part.
  private static func telling<Part, Child>(
    _ child: Child,
    of slice: Slice<Part>,
    _ input: (@MainActor (Part, Child) -> Void)?
  ) -> [StoreSubscription] {
    input.map { input in [slice.subscribe { input($0, child) }] } ?? []
  }
}
