/// A part of a program that has other parts inside, to any depth: it is let go without recursion.
@usableFromInline
// Sendable: it has no stored properties, and those of each subclass say why it is.
package class ProgramPart: @unchecked Sendable {
  /// Hands over the parts inside, and keeps nothing.
  ///
  /// To be called by the last owner.
  func takeParts(into parts: inout [ProgramPart]) {}

  /// Takes apart what nobody else has, however deep it is; each subclass calls it at its end.
  final func dismantle() {
    var parts: [ProgramPart] = []
    takeParts(into: &parts)
    while var part = parts.popLast() {
      if isKnownUniquelyReferenced(&part) {
        part.takeParts(into: &parts)
      }
    }
  }
}
