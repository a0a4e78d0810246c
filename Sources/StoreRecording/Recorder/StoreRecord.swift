public import StoreCore

/// A store with records in a recording.
public struct StoreRecord: Sendable {
  /// The store.
  public let identity: StoreIdentity
  /// The name of its engine's type with the module, such as `ElmEngine.Store`; `nil` if the engine does not give it.
  public internal(set) var engine: String?
  /// The name of the type of its state; `nil` if its engine does not give it.
  public internal(set) var stateType: String?
  /// The name of the type of its actions; `nil` if the recorder was not asked to observe the store.
  public internal(set) var actionType: String?
  /// Whether its state is an object, of which records have copies; `nil` if its engine does not give it.
  public internal(set) var isObject: Bool?
  /// The store whose child it is; `nil` if none is recorded.
  public internal(set) var parent: StoreIdentity?
  /// Whether its end was recorded.
  public internal(set) var hasEnded = false

  init(_ identity: StoreIdentity) {
    self.identity = identity
  }

  /// Takes the names of the types of a store.
  init(_ store: StoreHandle) {
    func add<Engine: StoreEngine>(_ engine: Engine.Type) {
      self.engine = String(String(reflecting: engine).prefix { $0 != "<" })
      stateType = "\(Engine.State.self)"
      isObject = Engine.State.self is AnyClass
    }
    self.init(store.identity)
    actionType = "\(store.actionType)"
    if let engine = store.engineType { add(engine) }
  }
}

/// The ways to the stores that a recorder has observed; the stores themselves are not kept.
struct KnownStores {
  private(set) var handles: [StoreIdentity: StoreHandle] = [:]
  private var limit = 64

  /// Adds a store, and returns whether those that are over should be removed now.
  mutating func add(_ store: StoreHandle) -> Bool {
    handles[store.identity] = store
    return handles.count > limit
  }

  /// Removes the stores that are over, but for some.
  mutating func removeEnded(except recorded: Set<StoreIdentity>) {
    handles = handles.filter { $0.value.isAlive || recorded.contains($0.key) }
    limit = max(64, 2 * handles.count)
  }
}
