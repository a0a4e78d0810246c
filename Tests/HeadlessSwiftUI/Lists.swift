// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, BeginDocumentationCommentWithOneLineSummary
/// (swiftui/foreach)
public nonisolated struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  /// (swiftui/foreach/data)
  public var data: Data
  private let id: (Data.Element) -> ID
  fileprivate let content: (Data.Element) -> Content
}

/// The content of one element, whose closure is called by itself.
nonisolated struct Row<Inside: View>: Primitive {
  let make: () -> Inside

  @MainActor func contents(of node: Node) -> [Content] { [Content(make())] }
}

extension ForEach: View where Content: View {}

/// An element's identity is its id. (swiftui/foreach)
extension ForEach: Primitive where Content: View {
  @MainActor func contents(of node: Node) -> [SwiftUI.Content] {
    // All ids are gathered first, as a list does: it has to know them all.
    let ids = data.map(id)
    var seen: Set<ID> = []
    for id in ids where !seen.insert(id).inserted {
      node.graph.messages.append("The ID \(id) occurs multiple times within the collection.")
    }
    return zip(ids, data).map { id, element in
      SwiftUI.Content(Row { content(element) }, place: id)
    }
  }
}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
  /// (swiftui/foreach/init(_:content:)-6oy5i)
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.init(data: data, id: { $0.id }, content: content)
  }
}

extension ForEach where Content: View {
  /// (swiftui/foreach/init(_:id:content:)-82hm4)
  public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.init(data: data, id: { $0[keyPath: id] }, content: content)
  }

  /// A binding of an element is one of its index: `foreach/init(_:editactions:content:)`, and its published interface.
  /// (swiftui/foreach/init(_:content:)-96gx9)
  public init<C: MutableCollection & RandomAccessCollection>(
    _ data: Binding<C>,
    @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
  )
  where
    Data == LazyMapSequence<C.Indices, (C.Index, ID)>, C.Element: Identifiable, C.Index: Hashable, ID == C.Element.ID
  {
    let elements = data.wrappedValue
    let ids = elements.indices.lazy.map { ($0, elements[$0].id) }
    self.init(data: ids, id: { $0.1 }, content: { content(data.element(at: $0.0)) })
  }
}

extension Binding where Value: MutableCollection {
  /// The binding of what is at an index, whatever that is when it is read or written.
  fileprivate func element(at index: Value.Index) -> Binding<Value.Element> {
    Binding<Value.Element>(wrappedValue[index], ElementLocation(self, index), transaction: transaction)
  }
}

// Only used on the main actor, as the binding that it is a part of.
private final class ElementLocation<Elements: MutableCollection>: Location<Elements.Element>, @unchecked Sendable {
  private let elements: Binding<Elements>
  private let index: Elements.Index

  init(_ elements: Binding<Elements>, _ index: Elements.Index) {
    self.elements = elements
    self.index = index
  }

  override func get() -> Elements.Element { elements.wrappedValue[index] }
  override func set(_ value: Elements.Element, _ transaction: Transaction) { elements.wrappedValue[index] = value }
  override func noteRead(by node: Node?) { elements.noteRead(by: node) }

  override func isSame(as other: Location<Elements.Element>) -> Bool {
    guard let other = other as? ElementLocation else { return false }
    return index == other.index && elements.isSame(as: other.elements)
  }
}

/// (swiftui/list)
@MainActor @preconcurrency
public struct List<SelectionValue: Hashable, Content: View>: Container {
  let inside: Content
}

extension List where SelectionValue == Never {
  /// (swiftui/list/init(_:rowcontent:)-3vn6i)
  public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
    inside = ForEach(data, content: rowContent)
  }

  /// (swiftui/list/init(content:))
  public init(@ViewBuilder content: () -> Content) {
    inside = content()
  }
}
