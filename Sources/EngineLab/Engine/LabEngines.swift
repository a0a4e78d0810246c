/// The engines that a command may use.
package struct LabEngines: Sendable {
  /// The engines, in the order in which comparisons run them.
  package let all: [any LabEngine]

  /// Creates a list of engines.
  ///
  /// - Precondition: Names are unique.
  package init(_ all: [any LabEngine]) {
    precondition(Set(all.map(\.name)).count == all.count, "Two engines have the same name.")
    self.all = all
  }

  /// The engine of that name.
  ///
  /// - Throws: A ``LabError`` that lists the known names if there is none.
  package func named(_ name: String) throws(LabError) -> any LabEngine {
    if let engine = all.first(where: { $0.name == name }) { return engine }
    let known = all.isEmpty ? "No engine is known." : "Known: \(all.map(\.name).phrase("and"))."
    throw LabError(subject: "--engine", reason: "unknown engine '\(name.printable)'. \(known)")
  }
}
