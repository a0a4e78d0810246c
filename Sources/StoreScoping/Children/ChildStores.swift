public import Observation
public import StoreCore

/// The children of a store on their own engine, one for each element of a collection in its state.
///
/// ```swift
/// let downloads = list.children(\.files) { file in
///   DownloadStore(initialState: DownloadFeature.State(file), feature: DownloadFeature())
/// } output: { id, action, _ in
///   action == .finished ? .downloaded(id) : nil
/// }
/// ForEach(downloads.ids, id: \.self) { id in DownloadRow(store: downloads[id]) }
/// ```
///
/// Each child lives like a ``ChildStore``'s: it is created when an element with a new id appears, stays the same
/// wherever that moves, and ends when no element has its id any more. Children that end together do so in the order of
/// their elements, before others are created. Each id has to belong to one element: of several the first has a child,
/// and the parent reports an issue.
@MainActor
public final class ChildStores<ID: Hashable & Sendable, Child: StoreEngine>: Observable, ChildHolder {
  private var links: [ID: ChildLink<Child>] = [:]
  private var order = ChildOrder<ID>()
  /// Whether children are being made, or their making was interrupted by a newer change: they may be missing anywhere.
  private var areMissing = false
  private var subscriptions: [StoreSubscription] = []
  private lazy var port = ObservationPort(of: self)
  /// The number of changes; a newer one may begin inside an older one.
  private var changeCount = 0
  /// Whether observers are being notified of a change; if one of them makes another, they are not notified again.
  private var isAnnouncing = false

  init() {}

  deinit {
    for subscription in subscriptions { subscription.cancel() }
  }

  /// The ids of the elements, in the order of the collection.
  ///
  /// A read inside an observation registers for children that appear, end and move.
  public var ids: [ID] {
    port.access()
    return order.ids
  }

  /// The children's stores, in the order of the collection.
  public var stores: [Child] {
    ids.compactMap { links[$0]?.store }
  }

  /// The children as what is presented.
  var presented: [PresentedChild<Child>] {
    ids.compactMap { links[$0].map { PresentedChild(id: $0.number, store: $0.store) } }
  }

  /// The store of a child; `nil` if there is none.
  public subscript(id: ID) -> Child? {
    port.access()
    return links[id]?.store
  }

  var isCancelled: Bool { subscriptions.isEmpty }

  /// Ends the children for good; no others are created.
  public func cancel() {
    for subscription in subscriptions { subscription.cancel() }
    subscriptions = []
    change([] as [ID]) { _ in nil }
  }

  func begin(_ subscriptions: [StoreSubscription]) {
    self.subscriptions = subscriptions
  }

  /// An id that several elements have, which share one child.
  var duplicateID: ID? { order.duplicateID }

  /// Sets the ids of the children and their order, and ends and creates children accordingly.
  func change(_ ids: some RandomAccessCollection<ID>, make: (_ place: Int) -> ChildLink<Child>?) {
    // Also if there is no child: those that are being made are not wanted any more.
    changeCount += 1
    guard !ids.isEmpty || !order.ids.isEmpty else { return }
    let change = changeCount
    defer { port.didChange() }
    // Observers, the children and the user's code that makes them may all cause another change: the newest counts.
    announce()
    guard change == changeCount else { return }
    let (departed, places) = order.change(to: ids, selectsAll: areMissing)
    areMissing = true
    // Before others are created, which may need what these hold.
    for link in departed.compactMap({ links.removeValue(forKey: $0) }) { link.end() }
    for place in places where change == changeCount && links[order.ids[place]] == nil {
      let id = order.ids[place]
      let made = make(place)
      if change == changeCount { links[id] = made } else { made?.end() }
    }
    if change == changeCount { areMissing = false }
  }

  private func announce() {
    guard !isAnnouncing else { return }
    isAnnouncing = true
    port.willChange()
    isAnnouncing = false
  }
}
