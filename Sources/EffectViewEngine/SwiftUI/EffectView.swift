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
/// It is a thin view over an ``EffectHost``, which it makes when its body is first asked for. The update function, the
/// environment, the initial event and the options are captured then, once; later ones are ignored. To apply another
/// environment, give the view another identity: `.id(env.id)` makes a fresh host. The id has to be kept where the
/// environment is: one that a body makes, as by `UUID()`, gives another identity, and cancels the tasks, each time that
/// the body is asked for.
///
/// The initial event is handled when the view first appears. Have the content show something then: inside of a stack or
/// a list an empty one, as an `if` without an `else` may be, does not appear. Its tasks run as long as the view's
/// identity lasts, also while another view covers it; they are cancelled when SwiftUI releases the view's state.
///
/// To animate what an event changes, have it handled inside of `withAnimation`, by `send.send(.start)`: one that is
/// sent by `send(.start)` is handled in a later turn, outside. With `$state.animation()` for the state every change is
/// animated.
///
/// The owner may write the state itself, for example by `$state.isOn`. Observers of the host are told of that if the
/// state is `Equatable`.
public struct EffectView<ViewState, Event: Sendable, Env, Content: View>: View {
  // No type of this view is called 'State': where that is a macro, what it makes may use the name.
  @State private var owner = HostOwner<EffectHost<ViewState, Event, Env>>()
  private let state: Binding<ViewState>
  private let makeHost: @MainActor () -> EffectHost<ViewState, Event, Env>
  private let content: (ViewState, Input<Event>) -> Content

  /// Creates the view.
  ///
  /// - Parameters:
  ///   - state: The state, which the owner keeps.
  ///   - initialEvent: An event that is handled when the view first appears.
  ///   - initialEnv: What effects get: services, configuration.
  ///   - options: The host's name, clock, observers and hooks.
  ///   - update: Applies an event to the state, and returns what to do next.
  ///   - content: The view of a state, which sends events by the input.
  public init(
    state: Binding<ViewState>,
    initialEvent: Event? = nil,
    initialEnv: Env,
    options: StoreOptions = StoreOptions(),
    update: @escaping EffectHost<ViewState, Event, Env>.Update,
    @ViewBuilder content: @escaping (ViewState, Input<Event>) -> Content
  ) {
    self.state = state
    self.content = content
    makeHost = {
      EffectHost(
        storage: Self.accessor(of: state),
        initialEvent: initialEvent,
        initialEnv: initialEnv,
        options: options,
        update: update
      ).keptByView()
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
    // An earlier binding may mean another's place by now: one of a list's element means its index.
    host.moveState(to: Self.accessor(of: state))
    return host
  }

  private static func accessor(of state: Binding<ViewState>) -> StateAccessor<ViewState> {
    StateAccessor {
      state.wrappedValue
    } set: {
      state.wrappedValue = $0
    }
  }
}

extension EffectView where Env == Void {
  /// Creates a view whose effects need no environment.
  public init(
    state: Binding<ViewState>,
    initialEvent: Event? = nil,
    options: StoreOptions = StoreOptions(),
    update: @escaping EffectHost<ViewState, Event, Void>.Update,
    @ViewBuilder content: @escaping (ViewState, Input<Event>) -> Content
  ) {
    self.init(
      state: state,
      initialEvent: initialEvent,
      initialEnv: (),
      options: options,
      update: update,
      content: content
    )
  }
}
#endif
