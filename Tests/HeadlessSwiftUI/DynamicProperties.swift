// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, BeginDocumentationCommentWithOneLineSummary
public import Observation
public import OpenCombine
@_spi(Reflection) import Swift

/// A property that is updated before the view's body is evaluated. (swiftui/dynamicproperty)
public protocol DynamicProperty {
  /// (swiftui/dynamicproperty/update())
  mutating func update()
  /// Connects the property with the storage of its view.
  @MainActor mutating func _install(_ place: Place)
}

extension DynamicProperty {
  /// (swiftui/dynamicproperty/update())
  public mutating func update() {}

  @MainActor
  public mutating func _install(_ place: Place) {
    place.node.install(&self, at: place.offset)
    update()
  }

  @MainActor
  static func install(_ address: UnsafeMutableRawPointer, in place: Place) {
    address.assumingMemoryBound(to: Self.self).pointee._install(place)
  }
}

/// Where a property's storage is.
public struct Place {
  let node: Node
  let offset: Int
}

/// A property with a comparison of its own: what it is connected with is no difference.
protocol ComparedProperty {
  func isSame(as other: Any) -> Bool
}

/// A stored property of a type that is dynamic.
struct PropertyField {
  let offset: Int
  let type: any DynamicProperty.Type

  @MainActor private static var known: [ObjectIdentifier: [PropertyField]] = [:]

  @MainActor
  static func all(of type: Any.Type) -> [PropertyField] {
    if let fields = known[ObjectIdentifier(type)] { return fields }
    var fields: [PropertyField] = []
    _ = _forEachField(of: type, options: []) { _, offset, type, _ in
      if let type = type as? any DynamicProperty.Type { fields.append(PropertyField(offset: offset, type: type)) }
      return true
    }
    known[ObjectIdentifier(type)] = fields
    return fields
  }
}

// MARK: Locations

/// The place of a value that bindings share.
// Only used on the main actor, as views are; the storage of a state checks it.
class Location<Value>: @unchecked Sendable {
  func get() -> Value { fatalError("Overridden.") }
  func set(_ value: Value, _ transaction: Transaction) { fatalError("Overridden.") }
  /// Notes that a body depends on the value: that of the view with the binding, or else that of the value's owner.
  func noteRead(by node: Node?) {}
  func isSame(as other: Location) -> Bool { self === other }
}

/// The storage of a state.
///
/// When it changes, the body of its view is evaluated again if the state was read, in it or in a closure that it has
/// made, and so are those that have read a binding to it.
// Only used on the main actor, which it checks.
final class StateLocation<Value>: Location<Value>, @unchecked Sendable {
  private struct Reader {
    weak var node: Node?
    let evaluation: Int
  }

  private var value: Value
  private weak var owner: Node?
  private var readers: [ObjectIdentifier: Reader] = [:]

  init(_ value: Value, owner: Node) {
    self.value = value
    self.owner = owner
  }

  override func get() -> Value {
    MainActor.preconditionIsolated("A view's state was read outside the main actor.")
    return value
  }

  override func set(_ value: Value, _ transaction: Transaction) {
    MainActor.preconditionIsolated("A view's state was written outside the main actor.")
    // Apple documents that state must not be modified during an update; its framework drops the write with this text.
    if let graph = Graph.updating {
      graph.messages.append("Modifying state during view update, this will cause undefined behavior.")
      return
    }
    let isSame = areSame(self.value, value)
    self.value = value
    guard !isSame else { return }
    for reader in readers.values {
      if let node = reader.node, node.evaluation == reader.evaluation { node.invalidate() }
    }
    readers = [:]
  }

  override func noteRead(by node: Node?) {
    guard let node = node ?? owner else { return }
    readers[ObjectIdentifier(node)] = Reader(node: node, evaluation: node.evaluation)
  }
}

// Only used on the main actor, as its functions are called by views.
private final class FunctionLocation<Value>: Location<Value>, @unchecked Sendable {
  private let read: () -> Value
  private let write: (Value, Transaction) -> Void

  init(_ read: @escaping () -> Value, _ write: @escaping (Value, Transaction) -> Void) {
    self.read = read
    self.write = write
  }

  override func get() -> Value { read() }
  override func set(_ value: Value, _ transaction: Transaction) { write(value, transaction) }
}

// Only used on the main actor, as the location that it is a part of.
private final class ProjectedLocation<Whole, Value>: Location<Value>, @unchecked Sendable {
  private let whole: Location<Whole>
  private let keyPath: WritableKeyPath<Whole, Value>

  init(_ whole: Location<Whole>, _ keyPath: WritableKeyPath<Whole, Value>) {
    self.whole = whole
    self.keyPath = keyPath
  }

  override func get() -> Value { whole.get()[keyPath: keyPath] }

  override func set(_ value: Value, _ transaction: Transaction) {
    var all = whole.get()
    all[keyPath: keyPath] = value
    whole.set(all, transaction)
  }

  override func noteRead(by node: Node?) { whole.noteRead(by: node) }

  override func isSame(as other: Location<Value>) -> Bool {
    guard let other = other as? ProjectedLocation<Whole, Value> else { return false }
    return keyPath == other.keyPath && whole.isSame(as: other.whole)
  }
}

// MARK: State and bindings

/// A value that belongs to a view's identity.
///
/// The first value of an identity wins, later ones are ignored. Outside a view it is only that first value. During an
/// update it reads as it was when the view's update began. (swiftui/state)
@propertyWrapper
public struct State<Value>: DynamicProperty {
  private var value: Value
  private var location: StateLocation<Value>?

  /// (swiftui/state/init(wrappedvalue:))
  public init(wrappedValue value: Value) {
    self.value = value
  }

  /// (swiftui/state/init(initialvalue:))
  public init(initialValue value: Value) {
    self.value = value
  }

  /// (swiftui/state/wrappedvalue)
  public var wrappedValue: Value {
    get {
      guard let location else { return value }
      guard Graph.updating != nil else { return location.get() }
      location.noteRead(by: nil)
      return value
    }
    nonmutating set { location?.set(newValue, Transaction.current) }
  }

  /// (swiftui/state/projectedvalue)
  public var projectedValue: Binding<Value> {
    guard let location else { return .constant(value) }
    return Binding(Graph.updating == nil ? location.get() : value, location)
  }

  @MainActor
  public mutating func _install(_ place: Place) {
    let location = place.node.stored(at: place.offset) { [value] in StateLocation(value, owner: place.node) }
    self.location = location
    value = location.get()
  }
}

extension State where Value: ExpressibleByNilLiteral {
  /// (swiftui/state/init())
  public init() {
    self.init(wrappedValue: nil)
  }
}

extension State: Sendable where Value: Sendable {}

extension State: ComparedProperty {
  func isSame(as other: Any) -> Bool { other is State }
}

/// A read and a write of a value that is kept elsewhere. (swiftui/binding)
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  /// The value when the view's update began, which is read during an update.
  private var value: Value
  private let location: Location<Value>
  /// The view that has the binding.
  private weak var reader: Node?
  /// (swiftui/binding/transaction)
  public var transaction = Transaction()

  init(_ value: Value, _ location: Location<Value>, transaction: Transaction = Transaction(), reader: Node? = nil) {
    self.value = value
    self.location = location
    self.transaction = transaction
    self.reader = reader
  }

  /// (swiftui/binding/init(get:set:)-7ufcp)
  @preconcurrency
  public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    // A synchronous function is called alike with and without a known isolation, and views call it on the main actor.
    let write = unsafeBitCast(set, to: ((Value) -> Void).self)
    self.init(get) { value, _ in write(value) }
  }

  /// (swiftui/binding/init(get:set:)-6g3d5)
  @preconcurrency
  public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value, Transaction) -> Void
  ) {
    // A synchronous function is called alike with and without a known isolation, and views call it on the main actor.
    self.init(get, unsafeBitCast(set, to: ((Value, Transaction) -> Void).self))
  }

  private init(
    _ get: @escaping @isolated(any) @Sendable () -> Value,
    _ write: @escaping (Value, Transaction) -> Void
  ) {
    // A synchronous function is called alike with and without a known isolation, and views call it on the main actor.
    let read = unsafeBitCast(get, to: (() -> Value).self)
    MainActor.preconditionIsolated("A binding was made outside the main actor.")
    self.init(read(), FunctionLocation(read, write))
  }

  /// (swiftui/binding/init(projectedvalue:))
  public init(projectedValue: Binding<Value>) {
    self = projectedValue
  }

  /// (swiftui/binding/constant(_:))
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(value, FunctionLocation({ value }, { _, _ in }))
  }

  /// (swiftui/binding/wrappedvalue)
  public var wrappedValue: Value {
    get {
      guard Graph.updating != nil else { return location.get() }
      noteRead(by: nil)
      return value
    }
    nonmutating set { location.set(newValue, transaction.animation == nil ? Transaction.current : transaction) }
  }

  func noteRead(by node: Node?) { location.noteRead(by: node ?? reader) }

  /// (swiftui/binding/projectedvalue)
  public var projectedValue: Binding<Value> { self }

  /// (swiftui/binding/subscript(dynamicmember:))
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
    let location = ProjectedLocation(location, keyPath)
    return Binding<Subject>(value[keyPath: keyPath], location, transaction: transaction, reader: reader)
  }
}

extension Binding {
  /// (swiftui/binding/transaction(_:))
  public func transaction(_ transaction: Transaction) -> Binding<Value> {
    Binding(value, location, transaction: transaction, reader: reader)
  }

  /// (swiftui/binding/animation(_:))
  public func animation(_ animation: Animation? = .default) -> Binding<Value> {
    var changed = transaction
    changed.animation = animation
    return transaction(changed)
  }
}

// A transaction, which is a value here, is read and written on the main actor alone.
extension Binding: @unchecked Sendable where Value: Sendable {}

extension Binding: DynamicProperty {
  @MainActor
  public mutating func _install(_ place: Place) {
    value = location.get()
    reader = place.node
  }
}

extension Binding: ComparedProperty {
  func isSame(as other: Any) -> Bool { (other as? Binding).map { location.isSame(as: $0.location) } ?? false }
}

/// Bindings to the properties of an observable object. (swiftui/bindable)
@propertyWrapper @dynamicMemberLookup
public struct Bindable<Value> {
  /// (swiftui/bindable/wrappedvalue)
  public var wrappedValue: Value
  /// (swiftui/bindable/projectedvalue)
  public var projectedValue: Bindable<Value> { self }

  @available(*, unavailable, message: "The wrapped value must be an object that conforms to Observable.")
  public init(wrappedValue: Value) { fatalError("No code can call it.") }
}

extension Bindable where Value: AnyObject & Observable {
  /// (swiftui/bindable/init(wrappedvalue:))
  public init(wrappedValue: Value) {
    self.init(object: wrappedValue)
  }
}

extension Bindable where Value: AnyObject {
  private init(object: Value) {
    wrappedValue = object
  }

  /// (swiftui/bindable/subscript(dynamicmember:))
  public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
    let object = wrappedValue
    let location = FunctionLocation {
      object[keyPath: keyPath]
    } _: { value, _ in
      object[keyPath: keyPath] = value
    }
    return Binding(object[keyPath: keyPath], location)
  }
}

// MARK: Observable objects

/// Asks for another evaluation when an object announces a change.
private final class Announcements {
  private(set) weak var object: AnyObject?
  private var subscription: AnyCancellable?

  func follow<ObjectType: ObservableObject>(_ object: ObjectType, for node: Node) {
    guard self.object !== object else { return }
    self.object = object
    subscription = object.objectWillChange.sink { [weak node] _ in
      guard let node else { return }
      if let graph = Graph.updating {
        graph.messages.append("Publishing changes from within view updates is not allowed.")
      }
      node.invalidate()
    }
  }
}

/// An object that belongs to a view's identity, made once for it. (swiftui/stateobject)
@MainActor @propertyWrapper @preconcurrency
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
  private final class Storage {
    let object: ObjectType
    let announcements = Announcements()

    init(_ object: ObjectType) {
      self.object = object
    }
  }

  // Written once by 'init', and read on the main actor alone.
  private nonisolated(unsafe) var make: () -> ObjectType
  private var storage: Storage?

  /// (swiftui/stateobject/init(wrappedvalue:))
  public nonisolated init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {
    make = thunk
  }

  /// (swiftui/stateobject/wrappedvalue)
  public var wrappedValue: ObjectType { storage?.object ?? make() }

  public mutating func _install(_ place: Place) {
    let storage = place.node.stored(at: place.offset) { [make] in Storage(make()) }
    storage.announcements.follow(storage.object, for: place.node)
    self.storage = storage
  }
}

extension StateObject: ComparedProperty {
  nonisolated func isSame(as other: Any) -> Bool { other is StateObject }
}

/// An object that another one keeps. (swiftui/observedobject)
@MainActor @propertyWrapper @preconcurrency
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
  // Written on the main actor after 'init'.
  private nonisolated(unsafe) var object: ObjectType

  /// (swiftui/observedobject/init(wrappedvalue:))
  public init(wrappedValue: ObjectType) {
    object = wrappedValue
  }

  /// (swiftui/observedobject/init(initialvalue:))
  public init(initialValue: ObjectType) {
    object = initialValue
  }

  /// (swiftui/observedobject/wrappedvalue)
  public var wrappedValue: ObjectType {
    get { object }
    set { object = newValue }
  }

  public mutating func _install(_ place: Place) {
    place.node.stored(at: place.offset) { Announcements() }.follow(object, for: place.node)
  }
}

extension ObservedObject: ComparedProperty {
  nonisolated func isSame(as other: Any) -> Bool { (other as? ObservedObject)?.object === object }
}

/// An object of the environment. (swiftui/environmentobject)
@MainActor @propertyWrapper @preconcurrency
public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty {
  private var object: ObjectType?

  /// (swiftui/environmentobject/init())
  public init() {}

  /// (swiftui/environmentobject/wrappedvalue)
  public var wrappedValue: ObjectType {
    guard let object else {
      fatalError("No ObservableObject of type \(ObjectType.self) found. A View.environmentObject(_:) may be missing.")
    }
    return object
  }

  public mutating func _install(_ place: Place) {
    object = place.node.environment.object(ObjectType.self)
    guard let object else { return }
    place.node.stored(at: place.offset) { Announcements() }.follow(object, for: place.node)
  }
}

extension EnvironmentObject: ComparedProperty {
  nonisolated func isSame(as other: Any) -> Bool { other is EnvironmentObject }
}
