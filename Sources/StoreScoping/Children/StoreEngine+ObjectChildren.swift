public import StoreCore

// A store whose state is an object tells of it as a whole: its parts are compared with what they were the last time.
extension StoreEngine where State: AnyObject {
  /// Has a child on an engine of its own while a part of the state object is there.
  ///
  /// The part is looked at whenever subscribers to the state are told; see `subscribe(_:)`.
  /// The child stays the same as long as the part is there, whatever its value.
  ///
  /// - Parameters:
  ///   - keyPath: The part of the state that says whether there is a child.
  ///   - make: Makes the child's store of the part. It must not keep this store. What the child handles in there is its
  ///     beginning, and is not put out.
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
    child(ObjectPart(keyPath, isSame: { _, _ in true }, by: { $0 == $1 }), make, input, output)
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
    child(ObjectPart(keyPath, isSame: { $0.id == $1.id }, by: { $0 == $1 }), make, input, output)
  }

  /// Has a child on an engine of its own while a part of the state object is there, with a comparison that says what is a
  /// new value of the part.
  @_disfavoredOverload
  public func child<Part, Child: StoreEngine>(
    _ keyPath: KeyPath<State, Part?>,
    by areEqual: @escaping @MainActor (Part, Part) -> Bool,
    make: @escaping @MainActor (Part) -> Child,
    input: (@MainActor (Part, Child) -> Void)? = nil,
    output: (@MainActor (Child.Action, Child.State) -> Action?)? = nil
  ) -> ChildStore<Child> {
    child(ObjectPart(keyPath, isSame: { _, _ in true }, by: areEqual), make, input, output)
  }

  /// Has a child on an engine of its own while a part of the state object is there, that another one may take the place of,
  /// with a comparison that says what is a new value of the part.
  @_disfavoredOverload
  public func child<Part: Identifiable, Child: StoreEngine>(
    _ keyPath: KeyPath<State, Part?>,
    by areEqual: @escaping @MainActor (Part, Part) -> Bool,
    make: @escaping @MainActor (Part) -> Child,
    input: (@MainActor (Part, Child) -> Void)? = nil,
    output: (@MainActor (Child.Action, Child.State) -> Action?)? = nil
  ) -> ChildStore<Child> {
    child(ObjectPart(keyPath, isSame: { $0.id == $1.id }, by: areEqual), make, input, output)
  }

  private func child<Part, Child: StoreEngine>(
    _ part: ObjectPart<State, Part>,
    _ make: @escaping @MainActor (Part) -> Child,
    _ input: (@MainActor (Part, Child) -> Void)?,
    _ output: (@MainActor (Child.Action, Child.State) -> Action?)?
  ) -> ChildStore<Child> {
    part.look(at: state)
    return child(
      subscribe: { change in
        subscribe { if part.look(at: $0) { change() } }
      },
      present: { _ in part.value.map { ($0, part.values.add) } },
      make,
      input,
      output
    )
  }

  /// Has a child on an engine of its own for each element of a collection in the state object.
  ///
  /// - Parameters:
  ///   - keyPath: Where the collection is.
  ///   - make: Makes the child's store of its element. It must not keep this store. What the child handles in there is its
  ///     beginning, and is not put out.
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
    children(ObjectElements(keyPath, by: { $0 == $1 }), make, input, output)
  }

  /// Has a child on an engine of its own for each element of a collection in the state object, with a comparison that
  /// says what is a new value of an element.
  @_disfavoredOverload
  public func children<Elements: RandomAccessCollection, Child: StoreEngine>(
    _ keyPath: KeyPath<State, Elements>,
    by areEqual: @escaping @MainActor (Elements.Element, Elements.Element) -> Bool,
    make: @escaping @MainActor (Elements.Element) -> Child,
    input: (@MainActor (Elements.Element, Child) -> Void)? = nil,
    output: (@MainActor (Elements.Element.ID, Child.Action, Child.State) -> Action?)? = nil
  ) -> ChildStores<Elements.Element.ID, Child>
  where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    children(ObjectElements(keyPath, by: areEqual), make, input, output)
  }

  private func children<Elements: RandomAccessCollection, Child: StoreEngine>(
    _ elements: ObjectElements<State, Elements>,
    _ make: @escaping @MainActor (Elements.Element) -> Child,
    _ input: (@MainActor (Elements.Element, Child) -> Void)?,
    _ output: (@MainActor (Elements.Element.ID, Child.Action, Child.State) -> Action?)?
  ) -> ChildStores<Elements.Element.ID, Child> where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    elements.look(at: state) { _ in }
    return children(
      subscribe: { change in subscribe { elements.look(at: $0, change) } },
      present: { elements.value },
      follow: { id, _, receive in elements.follow(id, receive) },
      make,
      input,
      output
    )
  }
}

/// A part of a state object, as it was when it was looked at last.
@MainActor
private final class ObjectPart<State: AnyObject, Part> {
  private(set) var value: Part?
  let values = StoreSubscribers<Part>()
  private let keyPath: KeyPath<State, Part?>
  private let isSame: @MainActor (Part, Part) -> Bool
  private let areEqual: @MainActor (Part, Part) -> Bool

  init(
    _ keyPath: KeyPath<State, Part?>,
    isSame: @escaping @MainActor (Part, Part) -> Bool,
    by areEqual: @escaping @MainActor (Part, Part) -> Bool
  ) {
    self.keyPath = keyPath
    self.isSame = isSame
    self.areEqual = areEqual
  }

  /// Looks at the part, and tells its followers of a new value.
  ///
  /// - Returns: whether it has come or gone, or is another one.
  @discardableResult
  func look(at state: State) -> Bool {
    let former = value
    value = state[keyPath: keyPath]
    guard let former, let value else { return former != nil || value != nil }
    guard isSame(former, value) else { return true }
    if !areEqual(former, value) { values.deliver(value) }
    return false
  }
}

/// A collection in a state object, as it was when it was looked at last.
@MainActor
private final class ObjectElements<State: AnyObject, Elements: RandomAccessCollection>
where Elements.Element: Identifiable {
  private(set) var value: Elements?
  private var followers: [Elements.Element.ID: StoreSubscribers<Elements.Element>] = [:]
  private let keyPath: KeyPath<State, Elements>
  private let areEqual: @MainActor (Elements.Element, Elements.Element) -> Bool

  init(
    _ keyPath: KeyPath<State, Elements>,
    by areEqual: @escaping @MainActor (Elements.Element, Elements.Element) -> Bool
  ) {
    self.keyPath = keyPath
    self.areEqual = areEqual
  }

  /// Looks at the collection: calls `change` if its ids are others or in another order, and then tells the followers of
  /// an element of its new value.
  func look(at state: State, _ change: (Elements) -> Void) {
    let former = value
    let elements = state[keyPath: keyPath]
    value = elements
    guard let former else { return change(elements) }
    let differences = ElementDifferences(from: former, to: elements, areEqual)
    for index in differences.departed { followers[former[index].id] = nil }
    if differences.isReordered { change(elements) }
    for pair in differences.changed {
      let element = elements[pair.new]
      followers[element.id]?.deliver(element)
    }
  }

  /// Calls `receive` with each new value of an element.
  func follow(
    _ id: Elements.Element.ID,
    _ receive: @escaping @MainActor (Elements.Element) -> Void
  ) -> StoreSubscription {
    let subscribers = followers[id] ?? StoreSubscribers()
    followers[id] = subscribers
    return subscribers.add(receive)
  }
}
