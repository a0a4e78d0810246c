#if canImport(SwiftUI)
public import StoreCore
public import SwiftUI

/// A view with events and effects, over a state that its owner keeps.
///
/// ```swift
/// @State private var state = ViewState()
///
/// var body: some View {
///   EffectView(state: $state, update: Self.update) { state, send in
///     Text("\(state.counter)")
///     Button("Start") { send(.start) }
///   }
/// }
/// ```
///
/// It is a thin view over an ``EffectHost``, which it creates when its body is first evaluated. The update function,
/// the environment, the initial event and the options are captured once, at that time; later ones are ignored. To apply
/// another environment, give the view another identity: `.id(env.id)` creates a new host. Store the id with the
/// environment: an id that a body makes, as by `UUID()`, changes the identity, and cancels the tasks, each time that
/// the body is evaluated.
///
/// The initial event is handled when the view first appears. The content has to show something then: inside a stack or
/// a list, empty content, as an `if` without an `else` may give, does not appear. The tasks run as long as the view's
/// identity lasts, also while another view covers it; they are cancelled when SwiftUI releases the view's state.
///
/// To animate an event's changes, call `send.send(.start)` inside `withAnimation`: an event sent by `send(.start)` is
/// handled in a later turn, outside it. With `$state.animation()` for the state, every change is animated.
///
/// The owner may write the state itself, for example by `$state.isOn`. Observers of the host are notified if the state
/// is `Equatable`.
///
/// For an element of a collection, use `init(element:of:…)`. The bindings of `ForEach($items)` are bindings of an index:
/// an event of a task that is handled after an element was removed, and before the next body, would trap or change the
/// neighbour.
///
/// ```swift
/// ForEach(items) { item in
///   EffectView(element: item, of: $items, update: Self.update) { item, send in
///     Button(item.title) { send(.load) }
///   }
/// }
/// ```
public struct EffectView<ViewState, Event: Sendable, Env, Content: View>: View {
  // No type of this view is called 'State': where that is a macro, its expansion may use the name.
  @State private var owner = HostOwner<EffectHost<ViewState, Event, Env>>()
  private let state: Binding<ViewState>
  private let isPresent: @MainActor () -> Bool
  private let makeHost: @MainActor () -> EffectHost<ViewState, Event, Env>
  private let content: (ViewState, Input<Event>) -> Content

  /// Creates the view.
  ///
  /// - Parameters:
  ///   - state: The state, which its owner keeps.
  ///   - initialEvent: An event that is handled when the view first appears.
  ///   - initialEnv: The environment that effects get, such as services and configuration.
  ///   - options: The host's name, clock, observers and hooks.
  ///   - onCreate: Called once with the host, before the view first appears, such as to save a part of its state.
  ///   - update: Applies an event to the state, and returns an effect.
  ///   - content: Makes the view of a state, which sends events by the input.
  public init(
    state: Binding<ViewState>,
    initialEvent: Event? = nil,
    initialEnv: Env,
    options: StoreOptions = StoreOptions(),
    onCreate: (@MainActor (EffectHost<ViewState, Event, Env>) -> Void)? = nil,
    update: @escaping EffectHost<ViewState, Event, Env>.Update,
    @ViewBuilder content: @escaping (ViewState, Input<Event>) -> Content
  ) {
    self.init(
      state: state,
      isPresent: { true },
      initialEvent: initialEvent,
      initialEnv: initialEnv,
      options: options,
      onCreate: onCreate,
      update: update,
      content: content
    )
  }

  /// Creates the view of an element of a collection, which is found by its id, wherever it has moved to.
  ///
  /// Once the element has been removed, events are dropped, and reported; its tasks are cancelled with the view.
  ///
  /// - Parameters:
  ///   - element: The element, which the view shows until its next body if it is removed.
  ///   - elements: The collection, which its owner keeps.
  ///   - initialEvent: An event that is handled when the view first appears.
  ///   - initialEnv: The environment that effects get, such as services and configuration.
  ///   - options: The host's name, clock, observers and hooks.
  ///   - onCreate: Called once with the host, before the view first appears, such as to save a part of its state.
  ///   - update: Applies an event to the element, and returns an effect.
  ///   - content: Makes the view of an element, which sends events by the input.
  public init<Elements: MutableCollection>(
    element: ViewState,
    of elements: Binding<Elements>,
    initialEvent: Event? = nil,
    initialEnv: Env,
    options: StoreOptions = StoreOptions(),
    onCreate: (@MainActor (EffectHost<ViewState, Event, Env>) -> Void)? = nil,
    update: @escaping EffectHost<ViewState, Event, Env>.Update,
    @ViewBuilder content: @escaping (ViewState, Input<Event>) -> Content
  ) where Elements.Element == ViewState, ViewState: Identifiable {
    let key = ElementKey(element)
    self.init(
      state: elements[dynamicMember: \.[element: key]],
      isPresent: { key.index(in: elements.wrappedValue) != nil },
      initialEvent: initialEvent,
      initialEnv: initialEnv,
      options: options,
      onCreate: onCreate,
      update: update,
      content: content
    )
  }

  private init(
    state: Binding<ViewState>,
    isPresent: @escaping @MainActor () -> Bool,
    initialEvent: Event?,
    initialEnv: Env,
    options: StoreOptions,
    onCreate: (@MainActor (EffectHost<ViewState, Event, Env>) -> Void)?,
    update: @escaping EffectHost<ViewState, Event, Env>.Update,
    content: @escaping (ViewState, Input<Event>) -> Content
  ) {
    self.state = state
    self.isPresent = isPresent
    self.content = content
    makeHost = {
      let host = EffectHost(
        storage: Self.accessor(of: state, isPresent),
        initialEvent: initialEvent,
        initialEnv: initialEnv,
        options: options,
        update: update
      ).keptByView()
      onCreate?(host)
      return host
    }
  }

  /// The content, for the current state.
  public var body: some View {
    let host = currentHost
    content(state.wrappedValue, host.input)
      .onAppear { host.appear() }
      .onChange(of: ComparedState(state.wrappedValue)) { host.lookForOutsideWrite() }
  }

  private var currentHost: EffectHost<ViewState, Event, Env> {
    let host = owner.host(makeHost)
    // An earlier binding may refer to another place by now: a list element's binding refers to its index.
    host.moveState(to: Self.accessor(of: state, isPresent))
    return host
  }

  private static func accessor(
    of state: Binding<ViewState>,
    _ isPresent: @escaping @MainActor () -> Bool
  ) -> StateAccessor<ViewState> {
    StateAccessor(get: { state.wrappedValue }, set: { state.wrappedValue = $0 }, isPresent: isPresent)
  }
}

extension EffectView where Env == Void {
  /// Creates a view whose effects need no environment.
  public init(
    state: Binding<ViewState>,
    initialEvent: Event? = nil,
    options: StoreOptions = StoreOptions(),
    onCreate: (@MainActor (EffectHost<ViewState, Event, Void>) -> Void)? = nil,
    update: @escaping EffectHost<ViewState, Event, Void>.Update,
    @ViewBuilder content: @escaping (ViewState, Input<Event>) -> Content
  ) {
    self.init(
      state: state,
      initialEvent: initialEvent,
      initialEnv: (),
      options: options,
      onCreate: onCreate,
      update: update,
      content: content
    )
  }

  /// Creates the view of an element of a collection, whose effects need no environment.
  public init<Elements: MutableCollection>(
    element: ViewState,
    of elements: Binding<Elements>,
    initialEvent: Event? = nil,
    options: StoreOptions = StoreOptions(),
    onCreate: (@MainActor (EffectHost<ViewState, Event, Void>) -> Void)? = nil,
    update: @escaping EffectHost<ViewState, Event, Void>.Update,
    @ViewBuilder content: @escaping (ViewState, Input<Event>) -> Content
  ) where Elements.Element == ViewState, ViewState: Identifiable {
    self.init(
      element: element,
      of: elements,
      initialEvent: initialEvent,
      initialEnv: (),
      options: options,
      onCreate: onCreate,
      update: update,
      content: content
    )
  }
}
#endif
