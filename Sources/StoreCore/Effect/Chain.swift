/// A list that shares its tails, and that may be long: it is let go without recursion.
@usableFromInline
// Sendable: the element is a constant of a Sendable type; `rest` is changed by its last owner alone.
package final class Chain<Element: Sendable>: @unchecked Sendable {
  package let element: Element
  package private(set) var rest: Chain?

  package init(_ element: Element, before rest: Chain?) {
    self.element = element
    self.rest = rest
  }

  deinit {
    var next = rest.take()
    while isKnownUniquelyReferenced(&next) {
      next = next?.rest.take()
    }
  }
}
