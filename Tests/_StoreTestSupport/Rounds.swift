/// How much the random, deep and exhaustive tests play: a tenth, or all of it with the package's trait `Exhaustive`.
package enum Rounds {
  package static var isAll: Bool {
    #if Exhaustive
    true
    #else
    false
    #endif
  }

  package static func of(_ count: Int) -> Int { isAll ? count : max(1, count / 10) }

  /// Seeds from zero.
  package static func seeds(_ count: Int) -> Range<Int> { 0..<of(count) }

  /// Every tenth of some values and those that are always played, or all.
  package static func sample<Value>(of values: [Value], always: (Value) -> Bool = { _ in false }) -> [Value] {
    isAll ? values : values.enumerated().filter { $0.offset.isMultiple(of: 10) || always($0.element) }.map(\.element)
  }

  /// The first of some values, or all.
  package static func first<Value>(of values: [Value]) -> [Value] { isAll ? values : Array(values.prefix(1)) }
}
