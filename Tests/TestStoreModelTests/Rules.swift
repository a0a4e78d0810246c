import StoreCore
import StoreSimulation

/// The action of a random feature.
enum Act: Hashable, Sendable {
  case act(Int)

  var number: Int {
    switch self {
    case .act(let number): number
    }
  }

  static func isNumber(_ number: Int) -> @MainActor (Act) -> Bool {
    { $0 == .act(number) }
  }
}

/// The state of a random feature.
struct Values: Hashable, Sendable {
  enum Field: CaseIterable, Sendable {
    case first, second, third
  }

  var first = 0
  var second = 0
  var third: Int?
  var list: [Int] = []

  subscript(field: Field) -> Int {
    get {
      switch field {
      case .first: first
      case .second: second
      case .third: third ?? 0
      }
    }
    set {
      switch field {
      case .first: first = newValue
      case .second: second = newValue
      case .third: third = newValue == 0 ? nil : newValue
      }
    }
  }
}

/// The error of an effect.
struct Failure: Error, Equatable {
  let number: Int
}

/// The work of an action in a random feature.
struct Rule: Sendable {
  enum Part: Sendable {
    case emit(Int)
    case later(String?, milliseconds: Int, Int)
    case fail(String?, milliseconds: Int, Int)
    /// Waits for the gate whether it is cancelled or not, and sends an action.
    case stubborn(String?, Int)
    case cancel(String)
    /// Changes the state, which is an object, by itself.
    case write(String?, milliseconds: Int, Values.Field)
  }

  var additions: [(field: Values.Field, amount: Int)] = []
  var appends: Int?
  /// All at once.
  var parts: [Part] = []

  func change(_ values: inout Values) {
    for (field, amount) in additions { values[field] += amount }
    if let appends { values.list.append(appends) }
  }

  func program(_ gate: Gate) -> EffectProgram<Act> { parts.isEmpty ? .none : .merge(parts.map { $0.program(gate) }) }
}

extension Rule.Part {
  var name: String? {
    switch self {
    case .later(let name, _, _), .fail(let name, _, _), .stubborn(let name, _), .write(let name, _, _): name
    case .emit, .cancel: nil
    }
  }

  func program(_ gate: Gate) -> EffectProgram<Act> {
    switch self {
    case .emit(let number): .emit(.act(number))
    case .later(let name, let wait, let number):
      .task(Self.options(name)) { .act(number) }.delay(for: .milliseconds(wait))
    case .fail(let name, let wait, let number):
      .task(Self.options(name)) { throw Failure(number: number) }.delay(for: .milliseconds(wait))
    case .stubborn(let name, let number):
      .run(Self.options(name)) { send in
        await gate.pass()
        send(.act(number))
      }
    case .cancel(let name): .cancel(.id(name))
    case .write: .none
    }
  }

  private static func options(_ name: String?) -> EffectOptions { EffectOptions(id: name.map { EffectID($0) }) }
}

/// A random feature: rules for actions, which cause actions with greater numbers alone.
struct Rules: Sendable {
  var rules: [Rule] = []

  subscript(act: Act) -> Rule { rules.indices.contains(act.number) ? rules[act.number] : Rule() }
}
