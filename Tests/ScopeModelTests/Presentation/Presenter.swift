import Observation
import _StoreTestSupport

/// A view that shows a sheet by bindings, of which each body makes another one.
///
/// It writes a dismissal when its animation has ended, and reads nothing in between, as SwiftUI is taken to do.
@MainActor
final class Presenter {
  enum Writer: CaseIterable {
    case first
    case last
  }

  private let stage: Stage
  private let writer: Writer
  private var bindings: [SheetBinding] = []
  private(set) var shown: Int?
  /// Whether a dismissal is still to be written.
  private(set) var isDismissing = false
  /// The sheets that the user has closed.
  private(set) var swiped: Set<Int> = []
  private let changes = Counter()
  private var seenChanges = -1

  init(_ stage: Stage, writer: Writer) {
    self.stage = stage
    self.writer = writer
  }

  /// Whether what was read last has changed.
  var isDue: Bool { changes.value != seenChanges }

  var canUpdate: Bool { !bindings.isEmpty && !isDismissing }
  var canSwipe: Bool { shown != nil && !isDismissing }

  func evaluateBody() {
    bindings.append(stage.makeBinding())
    if !isDismissing { update() }
  }

  func update() {
    seenChanges = changes.value
    let value = withObservationTracking {
      bindings.last?.read()
    } onChange: { [changes] in
      changes.add()
    }
    if shown != nil, value == nil { isDismissing = true }
    shown = value
  }

  func swipe() {
    if let shown { swiped.insert(shown) }
    shown = nil
    isDismissing = true
  }

  func writeLate() {
    isDismissing = false
    (writer == .first ? bindings.first : bindings.last)?.dismiss()
  }
}
