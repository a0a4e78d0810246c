/// The access to a state that the owner of a view keeps and passes as a binding.
///
/// ```swift
/// let host = EffectHost(storage: StateAccessor { owner.state } set: { owner.state = $0 }, update: update)
/// ```
public struct StateAccessor<State> {
  let get: @MainActor () -> State
  let set: @MainActor (State) -> Void
  /// Whether the place still exists; if not, events are dropped.
  let isPresent: @MainActor () -> Bool

  /// Creates an accessor from two functions, which have to access the same place.
  public init(get: @escaping @MainActor () -> State, set: @escaping @MainActor (State) -> Void) {
    self.init(get: get, set: set, isPresent: { true })
  }

  init(
    get: @escaping @MainActor () -> State,
    set: @escaping @MainActor (State) -> Void,
    isPresent: @escaping @MainActor () -> Bool
  ) {
    self.get = get
    self.set = set
    self.isPresent = isPresent
  }
}

/// An element of a collection by its id, for a key path.
struct ElementKey<Element: Identifiable>: Hashable {
  /// The element as it was when it was last known to be present.
  let element: Element

  init(_ element: Element) {
    self.element = element
  }

  func index<Elements: Collection>(in elements: Elements) -> Elements.Index? where Elements.Element == Element {
    elements.firstIndex { $0.id == element.id }
  }

  static func == (lhs: ElementKey, rhs: ElementKey) -> Bool { lhs.element.id == rhs.element.id }

  func hash(into hasher: inout Hasher) { hasher.combine(element.id) }
}

extension MutableCollection where Element: Identifiable {
  /// The element with an id; one that is absent is as it was, and a write of it does nothing.
  subscript(element key: ElementKey<Element>) -> Element {
    get { key.index(in: self).map { self[$0] } ?? key.element }
    set { if let index = key.index(in: self) { self[index] = newValue } }
  }
}
