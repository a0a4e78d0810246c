// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, BeginDocumentationCommentWithOneLineSummary
public import Observation

/// (swiftui/environmentkey)
public protocol EnvironmentKey {
  /// (swiftui/environmentkey/value)
  associatedtype Value
  /// (swiftui/environmentkey/defaultvalue)
  static var defaultValue: Value { get }
}

/// What a view passes to all views inside it. (swiftui/environmentvalues)
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  /// (swiftui/environmentvalues/init())
  public init() {}

  /// (swiftui/environmentvalues/subscript(_:))
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  func object<Object: AnyObject>(_ type: Object.Type) -> Object? { values[ObjectIdentifier(type)] as? Object }

  mutating func set<Object: AnyObject>(_ object: Object?) { values[ObjectIdentifier(Object.self)] = object }

  func isSame(as other: EnvironmentValues) -> Bool {
    values.count == other.values.count
      && values.allSatisfy { key, value in other.values[key].map { areSame(value, $0) } ?? false }
  }
}

/// Reads a value of the environment. (swiftui/environment)
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  private let read: (EnvironmentValues) -> Value
  private let key: AnyHashable
  private var value: Value?

  /// (swiftui/environment/init(_:)-8fge3)
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    read = { $0[keyPath: keyPath] }
    key = keyPath
  }

  /// (swiftui/environment/wrappedvalue)
  public var wrappedValue: Value {
    // Outside a view, the default is read.
    value ?? read(EnvironmentValues())
  }

  @MainActor
  public mutating func _install(_ place: Place) {
    value = read(place.node.environment)
  }
}

extension Environment {
  /// (swiftui/environment/init(_:)-7pint)
  public init(_ objectType: Value.Type) where Value: AnyObject & Observable {
    read = { environment in
      guard let object = environment.object(Value.self) else {
        fatalError("No Observable object of type \(Value.self) found. A View.environment(_:) may be missing.")
      }
      return object
    }
    key = ObjectIdentifier(objectType)
  }

  /// (swiftui/environment/init(_:)-8slkf)
  public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {
    read = { $0.object(T.self) }
    key = ObjectIdentifier(objectType)
  }
}

// A key path and a value are read on the main actor, and not written after the view was made.
extension Environment: @unchecked Sendable where Value: Sendable {}

extension Environment: ComparedProperty {
  func isSame(as other: Any) -> Bool { (other as? Environment)?.key == key }
}

private enum EnabledKey: EnvironmentKey { static var defaultValue: Bool { true } }
private enum ScenePhaseKey: EnvironmentKey { static var defaultValue: ScenePhase { .active } }
enum DismissKey: EnvironmentKey { static var defaultValue: DismissAction { DismissAction(nil) } }
enum RefreshKey: EnvironmentKey { static var defaultValue: RefreshAction? { nil } }

extension EnvironmentValues {
  /// (swiftui/environmentvalues/isenabled)
  public var isEnabled: Bool {
    get { self[EnabledKey.self] }
    set { self[EnabledKey.self] = self.isEnabled && newValue }
  }

  /// (swiftui/environmentvalues/scenephase)
  public var scenePhase: ScenePhase {
    get { self[ScenePhaseKey.self] }
    set { self[ScenePhaseKey.self] = newValue }
  }

  /// (swiftui/environmentvalues/dismiss)
  public var dismiss: DismissAction { self[DismissKey.self] }

  /// (swiftui/environmentvalues/refresh)
  public var refresh: RefreshAction? { self[RefreshKey.self] }
}

/// Closes the presentation that a view is in. (swiftui/dismissaction)
@MainActor @preconcurrency
public struct DismissAction {
  let dismiss: Presented?

  nonisolated init(_ dismiss: Presented?) {
    self.dismiss = dismiss
  }

  /// (swiftui/dismissaction/callasfunction())
  public func callAsFunction() { dismiss?.close() }
}

/// Refreshes the content, and returns when that has ended. (swiftui/refreshaction)
public struct RefreshAction: Sendable {
  let owner: Refreshing

  /// (swiftui/refreshaction/callasfunction())
  public func callAsFunction() async { await owner.run() }
}

extension DismissAction: @MainActor ComparedProperty {
  func isSame(as other: Any) -> Bool { (other as? DismissAction)?.dismiss === dismiss }
}
