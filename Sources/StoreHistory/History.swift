import StoreCore

/// A step that can be undone.
private struct HistoryStep<Value> {
  /// The value before it.
  let value: Value
  /// What its actions have caused, if that is to end with it.
  var mark: EffectMark?
}

/// The former and the undone values of a part of a state: how far it can be undone and redone.
///
/// It is a value, kept in the state beside the part that it belongs to. A reducer that is wrapped by an engine's `undoable`
/// keeps it; by hand it is used so:
///
/// ```swift
/// var text = "a"
/// var history = History<String>(limit: 100)
/// history.record(text)  // before the change
/// text = "ab"
/// history.undo(&text)  // "a"
/// history.redo(&text)  // "ab"
/// ```
///
/// Two histories are equal if they have the same values to undo and to redo.
///
/// - Complexity: O(1) for each step, O(limit) for one that the oldest is given up for. Each step keeps one value. What a
///   value has in common with the next one, such as an array that was not changed, takes no memory again.
public struct History<Value> {
  /// The steps that newer ones of the same group are taken into.
  private struct OpenGroup {
    let name: EffectID
    var time: Duration
  }

  /// How many steps can be undone at most.
  public let limit: Int

  private var past: [HistoryStep<Value>] = []
  private var future: [Value] = []
  private var group: OpenGroup?
  private let time: @Sendable () -> Duration
  /// The hash of the key path of the part that it belongs to, once an `undoable` has used it.
  var part: Int?
  /// The `undoable` that is at work on it; in a copy that was made within its action, perhaps no more.
  var use: HistoryUse?
  /// What is to be done with the effects of the action that was handled last.
  private(set) var effects = HistoryEffects(kind: .keep)

  /// Creates an empty history.
  ///
  /// - Parameters:
  ///   - limit: How many steps can be undone at most; with one more the oldest is dropped. At least 1.
  ///   - clock: What tells how much time is between two actions of a group. In a test give it the store's.
  ///   - fileID: The file of the call, which is told where the limit makes no sense; leave it out.
  ///   - line: The line of the call; leave it out.
  public init(
    limit: Int = 100,
    clock: any Clock<Duration> = ContinuousClock(),
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    if limit < 1 {
      fatalError(
        """
        A history was given the limit \(limit).

        It is the number of steps that can be undone, of which there would be none. Give it 1 or more.
        """,
        file: fileID,
        line: line
      )
    }
    self.limit = limit
    time = Self.stopwatch(of: clock)
  }

  private static func stopwatch<C: Clock<Duration>>(of clock: C) -> @Sendable () -> Duration {
    let beginning = clock.now
    return { beginning.duration(to: clock.now) }
  }

  // MARK: Questions

  /// Whether there is something to undo.
  public var canUndo: Bool { !past.isEmpty }

  /// Whether there is something to redo.
  public var canRedo: Bool { !future.isEmpty }

  /// How many steps can be undone.
  public var undoCount: Int { past.count }

  /// How many steps can be redone.
  public var redoCount: Int { future.count }

  // MARK: Changes

  /// Notes a change as a step of its own.
  ///
  /// There is nothing to redo afterwards.
  ///
  /// - Parameter former: The value before the change.
  public mutating func record(_ former: Value) {
    record(former, group: nil, keepsEffects: true)
  }

  /// Notes a change, as part of the newest step where that is of the same group and not long ago.
  ///
  /// A group is over when a change of another one, or of none, was recorded, and with an undo or a redo.
  ///
  /// - Parameters:
  ///   - former: The value before the change.
  ///   - group: The name of the group, such as `"typing"`.
  ///   - pause: How much time there may be since the last change of the group.
  public mutating func record(_ former: Value, group: some Hashable & Sendable, within pause: Duration) {
    record(former, group: (EffectID(group), pause), keepsEffects: true)
  }

  mutating func record(_ former: Value, group: (name: EffectID, pause: Duration)?, keepsEffects: Bool) {
    future = []
    let now = group == nil ? .zero : time()
    if !isPart(of: group, at: now) {
      if past.count == limit { past.removeFirst() }
      past.append(HistoryStep(value: former))
    }
    self.group = group.map { OpenGroup(name: $0.name, time: now) }
    mark(keepsEffects: keepsEffects)
  }

  /// Whether a change of a group belongs to the newest step.
  private func isPart(of next: (name: EffectID, pause: Duration)?, at now: Duration) -> Bool {
    guard let next, let group, group.name == next.name else { return false }
    return now - group.time <= next.pause
  }

  /// Has the effects of the action belong to the newest step.
  private mutating func mark(keepsEffects: Bool) {
    guard !keepsEffects, let last = past.indices.last else {
      effects = HistoryEffects(kind: .keep)
      return
    }
    let mark = past[last].mark ?? EffectMark()
    past[last].mark = mark
    effects = HistoryEffects(kind: .mark(mark))
  }

  /// Takes back the newest step, if there is one.
  ///
  /// - Parameter value: The present value, which becomes that before the step.
  /// - Returns: whether there was a step.
  @discardableResult
  public mutating func undo(_ value: inout Value) -> Bool {
    undo(&value, keepsEffects: true)
  }

  @discardableResult
  mutating func undo(_ value: inout Value, keepsEffects: Bool) -> Bool {
    group = nil
    effects = HistoryEffects(kind: .keep)
    guard let step = past.popLast() else { return false }
    future.append(value)
    value = step.value
    if !keepsEffects, let mark = step.mark { effects = HistoryEffects(kind: .cancel(mark)) }
    return true
  }

  /// Makes the step again that was undone last, if there is one.
  ///
  /// - Parameter value: The present value, which becomes that after the step.
  /// - Returns: whether there was a step.
  @discardableResult
  public mutating func redo(_ value: inout Value) -> Bool {
    redo(&value, keepsEffects: true)
  }

  @discardableResult
  mutating func redo(_ value: inout Value, keepsEffects: Bool) -> Bool {
    group = nil
    effects = HistoryEffects(kind: .keep)
    guard let next = future.popLast() else { return false }
    past.append(HistoryStep(value: value))
    value = next
    mark(keepsEffects: keepsEffects)
    return true
  }

  /// Gives up all steps: there is nothing to undo or to redo afterwards.
  public mutating func clear() {
    past = []
    future = []
    group = nil
    effects = HistoryEffects(kind: .keep)
  }

  /// Notes that an action is no change of the history.
  mutating func pass() {
    effects = HistoryEffects(kind: .keep)
  }
}

extension History: Sendable where Value: Sendable {}
extension HistoryStep: Sendable where Value: Sendable {}

extension History: Equatable where Value: Equatable {
  /// Whether both have the same values to undo and to redo.
  public static func == (lhs: History, rhs: History) -> Bool {
    lhs.past.elementsEqual(rhs.past) { $0.value == $1.value } && lhs.future == rhs.future
  }
}

extension History: CustomReflectable {
  /// The values to undo, the oldest first, and those to redo, the last undone last.
  public var customMirror: Mirror {
    Mirror(self, children: ["undo": past.map(\.value), "redo": future], displayStyle: .struct)
  }
}
