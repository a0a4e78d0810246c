package import StoreCore

/// Keeps issues in the order of their reports.
package final class IssueLog: Sendable {
  private let issues = Locked<[RuntimeIssue]>([])

  package init() {}

  package var all: [RuntimeIssue] { issues.withLock { $0 } }

  package func record(_ issue: RuntimeIssue) {
    issues.withLock { $0.append(issue) }
  }
}

extension RuntimeIssue.Kind {
  /// The ignored modifier as it is written, if that is the issue.
  package var ignoredModifier: String? {
    if case .ignoredModifier(let modifier) = self { modifier } else { nil }
  }
}
