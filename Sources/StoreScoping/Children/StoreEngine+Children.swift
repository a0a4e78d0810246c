import StoreCore

extension StoreEngine {
  /// Makes a child that exists while a part is present.
  ///
  /// The function given to `subscribe` has to be called when the part has appeared, departed or been replaced;
  /// `present` returns the current part, and a function that subscribes to its new values.
  func child<Part, Child: StoreEngine>(
    subscribe: (@escaping @MainActor () -> Void) -> [StoreSubscription],
    present: @escaping @MainActor (Self) -> (Part, follow: (@escaping @MainActor (Part) -> Void) -> StoreSubscription)?,
    _ make: @escaping @MainActor (Part) -> Child,
    _ input: (@MainActor (Part, Child) -> Void)?,
    _ output: (@MainActor (Child.Action, Child.State) -> Action?)?
  ) -> ChildStore<Child> {
    let child = ChildStore<Child>()
    let parent = weakReference()
    // Retained by the subscriptions that call it.
    let change: @MainActor () -> Void = { [weak child] in
      guard let store = parent(), let child else { return }
      guard !store.runtime.isStopped, let (part, follow) = present(store) else { return child.replace(with: nil) }
      child.replace {
        let made = make(part)
        return Self.link(made, to: parent, output, input.map { input in follow { input($0, made) } })
      }
    }
    child.begin(subscribe(change) + life(change) { [weak child] in child?.cancel() })
    change()
    return child
  }

  /// Makes a child for each element of a collection.
  ///
  /// The function given to `subscribe` has to be called when the ids of the elements or their order change; `present`
  /// returns the current collection; `follow` subscribes to new values of the element with an id, at a place.
  func children<Elements: RandomAccessCollection, Child: StoreEngine>(
    subscribe: (@escaping @MainActor (Elements) -> Void) -> [StoreSubscription],
    present: @escaping @MainActor () -> Elements?,
    follow:
      @escaping @MainActor (
        Elements.Element.ID, _ place: Int, _ receive: @escaping @MainActor (Elements.Element) -> Void
      ) -> StoreSubscription?,
    _ make: @escaping @MainActor (Elements.Element) -> Child,
    _ input: (@MainActor (Elements.Element, Child) -> Void)?,
    _ output: (@MainActor (Elements.Element.ID, Child.Action, Child.State) -> Action?)?,
    at location: CallSite? = nil
  ) -> ChildStores<Elements.Element.ID, Child> where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    let children = ChildStores<Elements.Element.ID, Child>()
    let parent = weakReference()
    // Retained by the subscriptions that call it.
    let change: @MainActor (Elements?) -> Void = { [weak children] elements in
      guard let store = parent(), let children else { return }
      guard let elements, !store.runtime.isStopped else { return children.change([]) { _ in nil } }
      children.change(elements.lazy.map(\.id)) { place in
        let element = elements[elements.index(elements.startIndex, offsetBy: place)]
        let made = make(element)
        let output = output.map { output in { @MainActor in output(element.id, $0, $1) } }
        return Self.link(
          made,
          to: parent,
          output,
          input.flatMap { input in follow(element.id, place) { input($0, made) } }
        )
      }
      if let id = children.duplicateID {
        let consequence = "They have one child, made for the first of them."
        store.runtime.reportDuplicate(id, of: Elements.Element.self, consequence, at: location)
      }
    }
    children.begin(
      subscribe { change($0) }
        + life {
          change(present())
        } end: { [weak children] in
          children?.cancel()
        }
    )
    change(present())
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
    if !child.runtime.becomeChild() {
      parent()?.runtime.report(
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
}
