// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, BeginDocumentationCommentWithOneLineSummary
extension View {
  /// A changed id is another sheet. (swiftui/view/sheet(item:ondismiss:content:))
  public nonisolated func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    Presenting(
      base: self,
      binding: item,
      isAlert: false,
      onDismiss: onDismiss,
      present: { item in item.map { item in (item.id, Row { content(item) }) } },
      absent: { nil }
    )
  }

  /// (swiftui/view/sheet(ispresented:ondismiss:content:))
  public nonisolated func sheet<Content: View>(
    isPresented: Binding<Bool>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    Presenting(
      base: self,
      binding: isPresented,
      isAlert: false,
      onDismiss: onDismiss,
      present: { $0 ? ("sheet", Row(make: content)) : nil },
      absent: { false }
    )
  }

  private nonisolated func alert(
    _ title: String,
    isPresented: Binding<Bool>,
    content: (any View)?
  ) -> some View {
    Presenting(
      base: self,
      binding: isPresented,
      isAlert: true,
      onDismiss: nil,
      present: { isPresented in
        guard isPresented, let content else { return nil }
        return ("alert", Several(views: [Text(title), content]))
      },
      absent: { false }
    )
  }

  /// (swiftui/view/alert(_:ispresented:actions:)-3200l)
  public nonisolated func alert<A: View>(
    _ titleKey: LocalizedStringKey,
    isPresented: Binding<Bool>,
    @ViewBuilder actions: () -> A
  ) -> some View {
    alert(titleKey.value, isPresented: isPresented, content: actions())
  }

  /// Without data, nothing is presented. (swiftui/view/alert(_:ispresented:presenting:actions:)-78spw)
  public nonisolated func alert<A: View, T>(
    _ titleKey: LocalizedStringKey,
    isPresented: Binding<Bool>,
    presenting data: T?,
    @ViewBuilder actions: (T) -> A
  ) -> some View {
    alert(titleKey.value, isPresented: isPresented, content: data.map(actions))
  }

  /// (swiftui/view/alert(_:ispresented:presenting:actions:)-9h5um)
  @_disfavoredOverload
  public nonisolated func alert<S: StringProtocol, A: View, T>(
    _ title: S,
    isPresented: Binding<Bool>,
    presenting data: T?,
    @ViewBuilder actions: (T) -> A
  ) -> some View {
    alert(String(title), isPresented: isPresented, content: data.map(actions))
  }

  /// (swiftui/view/alert(_:ispresented:presenting:actions:message:)-29bp4)
  public nonisolated func alert<A: View, M: View, T>(
    _ titleKey: LocalizedStringKey,
    isPresented: Binding<Bool>,
    presenting data: T?,
    @ViewBuilder actions: (T) -> A,
    @ViewBuilder message: (T) -> M
  ) -> some View {
    let content = data.map { Several(views: [message($0), actions($0)]) }
    return alert(titleKey.value, isPresented: isPresented, content: content)
  }
}

nonisolated struct Several: Primitive {
  let views: [any View]

  @MainActor func contents(of node: Node) -> [Content] { views.map { Content($0) } }
}

/// A view, and what a binding presents over it.
nonisolated struct Presenting<Base: View, Value>: Primitive {
  let base: Base
  let binding: Binding<Value>
  let isAlert: Bool
  let onDismiss: (() -> Void)?
  let present: (Value) -> (AnyHashable, any View)?
  let absent: () -> Value

  @MainActor func contents(of node: Node) -> [Content] {
    var presenting = self
    node.install(&presenting)
    let presented = node.remembered { Presented() }
    guard let (id, view) = present(presenting.binding.wrappedValue) else {
      presented.show(nil, in: node.graph)
      return [Content(base)]
    }
    presented.show(id, in: node.graph)
    presented.onDismiss = onDismiss
    presented.write = { [binding, absent] in binding.wrappedValue = absent() }
    var environment = node.environment
    environment[DismissKey.self] = DismissAction(presented)
    environment.alert = isAlert ? presented : nil
    return [Content(base), Content(view, place: id, environment: environment, isAside: true)]
  }
}

/// What is presented at a place.
@MainActor
final class Presented {
  private var id: AnyHashable?
  var write: (() -> Void)?
  var onDismiss: (() -> Void)?

  nonisolated init() {}

  /// Notes what the binding presents now.
  func show(_ id: AnyHashable?, in graph: Graph) {
    if let old = self.id, old != id, let onDismiss { graph.actions.append(onDismiss) }
    self.id = id
    (onDismiss, write) = (nil, nil)
  }

  /// Closes it, as a swipe does: the binding is written.
  func close() { write?() }
}

private enum AlertKey: EnvironmentKey { static var defaultValue: Presented? { nil } }

extension EnvironmentValues {
  var alert: Presented? {
    get { self[AlertKey.self] }
    set { self[AlertKey.self] = newValue }
  }
}
