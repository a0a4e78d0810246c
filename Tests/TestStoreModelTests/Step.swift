import StoreTesting

/// A change that a test expects.
struct Change: Sendable {
  var sets: [(field: Values.Field, value: Int)] = []
  var list: [Int]?
  var throwing = false

  /// The change that makes one state of another; `nil` if they are equal.
  static func from(_ former: Values, to values: Values) -> Change? {
    guard former != values else { return nil }
    let fields = Values.Field.allCases.filter { former[$0] != values[$0] }
    return Change(
      sets: fields.map { ($0, values[$0]) },
      list: former.list == values.list ? nil : values.list
    )
  }

  func make(_ values: inout Values) throws {
    if throwing { throw Failure(number: -1) }
    for (field, value) in sets { values[field] = value }
    if let list { values.list = list }
  }
}

/// A step of a test.
enum Step: Sendable {
  case send(Int, Change?)
  /// To the store itself.
  case sendUnseen(Int)
  case receive(Int, Change?)
  case receiveWhere(Int, Change?)
  case receiveError(Int)
  case cancel(String)
  case advance(Int)
  case skipReceived
  case openGate
  case stop
  case start
  /// Writes to the state, which is an object.
  case write(Values.Field, Int)
  case expectChange(Change)
  case finish(Unasserted)
}

/// A test of a random feature.
struct Script: Sendable {
  var rules = Rules()
  var isExhaustive = true
  /// Whether the state is an object, so that it can be written to.
  var hasObject = false
  var steps: [Step] = []
  /// The steps that are exhaustive or not, other than the rest.
  var exceptions: [Int: Bool] = [:]

  func isExhaustive(at index: Int) -> Bool { exceptions[index] ?? isExhaustive }
}

extension Script: CustomStringConvertible {
  var description: String {
    let rules = rules.rules.enumerated().map { number, rule in
      "  act(\(number)): \(rule.additions.map { "\($0.field) + \($0.amount)" }) \(rule.appends.map { "list + \($0)" } ?? "") \(rule.parts)"
    }
    let steps = steps.enumerated().map { "  \($0). \($1)" }
    return (["exhaustive: \(isExhaustive), but \(exceptions)"] + rules + steps).joined(separator: "\n")
  }
}
