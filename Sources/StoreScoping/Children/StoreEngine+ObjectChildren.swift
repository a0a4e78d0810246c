public import StoreCore

// A store whose state is an object reports changes of the whole: its parts are compared with their last values.
extension StoreEngine where State: AnyObject {
  /// Makes a child on its own engine, which exists while a part of the state object is present.
  ///
  /// The part is read whenever subscribers to the state are notified; see `subscribe(_:)`. If the state is `Observable`,
  /// it is also read in a turn of the main actor after anything else has written it, such as a binding, or a task that
  /// goes on: what was put back by then has not changed. The child stays the same as long as the part is present, for
  /// any of its values.
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
  @_disfavoredOverload
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
      child(
        ObjectPart(ObservedPart(keyPath, of: self), isSame: { _, _ in true }, SliceComparison()),
        make,
        input,
        output
      ),
      for: keyPath,
      of: self,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Makes a child on its own engine for a part of the state object that another one may replace.
  ///
  /// A part with another id has another child.
  @_disfavoredOverload
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
      child(
        ObjectPart(ObservedPart(keyPath, of: self), isSame: { $0.id == $1.id }, SliceComparison()),
        make,
        input,
        output
      ),
      for: keyPath,
      of: self,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Makes a child on its own engine for a part of the state object, with a comparison that detects new values of the
  /// part.
  @_disfavoredOverload
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
        ObjectPart(ObservedPart(keyPath, of: self), isSame: { _, _ in true }, SliceComparison(by: areEqual)),
        make,
        input,
        output
      ),
      for: keyPath,
      of: self,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Makes a child on its own engine for a part of the state object that another one may replace, with a comparison
  /// that detects new values of the part.
  @_disfavoredOverload
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
        ObjectPart(ObservedPart(keyPath, of: self), isSame: { $0.id == $1.id }, SliceComparison(by: areEqual)),
        make,
        input,
        output
      ),
      for: keyPath,
      of: self,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  private func child<Part, Child: StoreEngine>(
    _ part: ObjectPart<State, Part>,
    _ make: @escaping @MainActor (Part) -> Child,
    _ input: (@MainActor (Part, Child) -> Void)?,
    _ output: (@MainActor (Child.Action, Child.State) -> Action?)?
  ) -> ChildStore<Child> {
    part.look(at: state)
    let parent = weakReference()
    return child(
      subscribe: { change in
        let look: @MainActor (State) -> Void = { if part.look(at: $0) { change() } }
        return [subscribe(look), part.read.writes.add { if let parent = parent() { look(parent.state) } }]
      },
      present: { _ in part.value.map { ($0, part.values.add) } },
      make,
      input,
      output
    )
  }

  /// Makes a child on its own engine for each element of a collection in the state object.
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
  /// - Complexity: O(elements) whenever subscribers to the state are notified, and after other writes of the collection.
  @_disfavoredOverload
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
    noted(
      children(ObjectElements(ObservedPart(keyPath, of: self), SliceComparison()), make, input, output),
      for: keyPath,
      of: self,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Makes a child on its own engine for each element of a collection in the state object, with a comparison that
  /// detects new values of an element.
  @_disfavoredOverload
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
    noted(
      children(ObjectElements(ObservedPart(keyPath, of: self), SliceComparison(by: areEqual)), make, input, output),
      for: keyPath,
      of: self,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  private func children<Elements: RandomAccessCollection, Child: StoreEngine>(
    _ elements: ObjectElements<State, Elements>,
    _ make: @escaping @MainActor (Elements.Element) -> Child,
    _ input: (@MainActor (Elements.Element, Child) -> Void)?,
    _ output: (@MainActor (Elements.Element.ID, Child.Action, Child.State) -> Action?)?
  ) -> ChildStores<Elements.Element.ID, Child> where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    elements.look(at: state) { _ in }
    let parent = weakReference()
    return children(
      subscribe: { change in
        let look: @MainActor (State) -> Void = { elements.look(at: $0, change) }
        return [subscribe(look), elements.read.writes.add { if let parent = parent() { look(parent.state) } }]
      },
      present: { elements.value },
      follow: { elements.follow($0, at: $1, $2) },
      make,
      input,
      output
    )
  }
}

/// A part of a state object, as of its last read.
@MainActor
private final class ObjectPart<State: AnyObject, Part> {
  private(set) var value: Part?
  let values = StoreSubscribers<Part>()
  let read: ObservedPart<State, Part?>
  private let isSame: @MainActor (Part, Part) -> Bool
  private let comparison: SliceComparison<Part>
  /// The value that followers have got last.
  private var told: Part?

  init(
    _ read: ObservedPart<State, Part?>,
    isSame: @escaping @MainActor (Part, Part) -> Bool,
    _ comparison: SliceComparison<Part>
  ) {
    self.read = read
    self.isSame = isSame
    self.comparison = comparison
  }

  /// Reads the part, and passes a new value to its followers.
  ///
  /// - Returns: Whether it has appeared, departed or been replaced.
  @discardableResult
  func look(at state: State) -> Bool {
    let former = value
    value = read(from: state)
    guard let former, let value, isSame(former, value) else {
      told = value
      return former != nil || value != nil
    }
    if !comparison.areSame(told ?? former, value) {
      told = value
      values.deliver(value)
    }
    return false
  }
}

/// A collection in a state object, as of its last read.
@MainActor
private final class ObjectElements<State: AnyObject, Elements: RandomAccessCollection>
where Elements.Element: Identifiable {
  private(set) var value: Elements?
  /// The receivers of an element, and the value that they have got last.
  private var followers: [Elements.Element.ID: (values: StoreSubscribers<Elements.Element>, told: Elements.Element)] =
    [:]
  let read: ObservedPart<State, Elements>
  private let comparison: SliceComparison<Elements.Element>

  init(_ read: ObservedPart<State, Elements>, _ comparison: SliceComparison<Elements.Element>) {
    self.read = read
    self.comparison = comparison
  }

  /// Reads the collection: calls `change` if its ids or their order differ, and then passes new values of elements to
  /// their followers.
  func look(at state: State, _ change: (Elements) -> Void) {
    let former = value
    let elements = read(from: state)
    value = elements
    guard let former else { return change(elements) }
    // With a user's comparison each element is looked at: many small steps may be a change.
    let isCustom = comparison.isCustom
    let differences = ElementDifferences(from: former, to: elements) { !isCustom && comparison.areSame($0, $1) }
    for index in differences.departed { followers[former[index].id] = nil }
    if differences.isReordered { change(elements) }
    for pair in differences.changed {
      let element = elements[pair.new]
      guard let follower = followers[element.id], !comparison.areSame(follower.told, element) else { continue }
      followers[element.id]?.told = element
      follower.values.deliver(element)
    }
  }

  /// Calls `receive` with each new value of an element.
  func follow(
    _ id: Elements.Element.ID,
    at place: Int,
    _ receive: @escaping @MainActor (Elements.Element) -> Void
  ) -> StoreSubscription? {
    var place = place
    guard let element = value?.element(withID: id, near: &place) else { return nil }
    let follower = followers[id] ?? (StoreSubscribers(), element)
    followers[id] = follower
    return follower.values.add(receive)
  }
}
