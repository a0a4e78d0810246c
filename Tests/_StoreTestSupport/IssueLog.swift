package import StoreCore

/// Remembers issues in the order in which they came.
package final class IssueLog: Sendable {
  private let issues = Locked<[RuntimeIssue]>([])

  package init() {}

  package var all: [RuntimeIssue] { issues.withLock { $0 } }

  package func record(_ issue: RuntimeIssue) {
    issues.withLock { $0.append(issue) }
  }
}

extension RuntimeIssue.Kind {
  /// The modifier that was ignored, as it is written, if that is what is wrong.
  package var ignoredModifier: String? {
    if case .ignoredModifier(let modifier) = self { modifier } else { nil }
  }
}
