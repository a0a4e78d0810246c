import StoreCore

/// A step that can be undone.
private struct HistoryStep<Value> {
  /// The value before the step.
  let value: Value
  /// The mark of the effects that end with the step.
  var mark: EffectMark?
}

/// The former and the undone values of a part of a state, for undo and redo.
///
/// A history is a value in the state, next to the part that it belongs to. A reducer that is wrapped by an engine's
/// `undoable` maintains it. To use it by hand:
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
/// Two histories are equal if they have the same values to undo and redo. One of values that are `Codable` can be saved.
///
/// - Complexity: O(1) on average for each step. Each step keeps one value. Storage that it shares with the next value,
///   such as an unchanged array, takes no additional memory.
public struct History<Value> {
  /// The group of the newest step, which later changes of the same group join.
  private struct OpenGroup {
    let name: EffectID
    var time: Duration
  }

  /// The greatest number of steps that can be undone.
  public let limit: Int

  private var past = Queue<HistoryStep<Value>>()
  private var future: [Value] = []
  private var group: OpenGroup?
  private let time: @Sendable () -> Duration
  /// The hash of the key path of its part, once an `undoable` has used it.
  var part: Int?
  /// The `undoable` that is using it; in a copy that was made within its action, it may have finished since.
  var use: HistoryUse?
  /// The requests for the effects of the action that was handled last.
  private(set) var effects = HistoryEffects(kind: .keep)

  /// Creates an empty history.
  ///
  /// - Parameters:
  ///   - limit: The greatest number of steps that can be undone, at least 1; one more drops the oldest.
  ///   - clock: The clock that measures the time between two actions of a group. In a test pass the store's.
  ///   - fileID: The file of the call, for the message about a limit below 1; leave it out.
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

        It is the number of steps that can be undone: with less than 1 there would be none. Give it 1 or more.
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

  /// The number of steps that can be undone.
  public var undoCount: Int { past.count }

  /// The number of steps that can be redone.
  public var redoCount: Int { future.count }

  // MARK: Changes

  /// Records a change as a separate step.
  ///
  /// Afterwards there is nothing to redo.
  ///
  /// - Parameter former: The value before the change.
  public mutating func record(_ former: Value) {
    record(former, group: nil, keepsEffects: true)
  }

  /// Records a change, as part of the newest step if that is of the same group and recent enough.
  ///
  /// A group ends when a change of another group, or of none, is recorded, and with an undo or a redo.
  ///
  /// - Parameters:
  ///   - former: The value before the change.
  ///   - group: The name of the group, such as `"typing"`.
  ///   - pause: The longest time since the last change of the group.
  public mutating func record(_ former: Value, group: some Hashable & Sendable, within pause: Duration) {
    record(former, group: (EffectID(group), pause), keepsEffects: true)
  }

  mutating func record(_ former: Value, group: (name: EffectID, pause: Duration)?, keepsEffects: Bool) {
    future = []
    let now = group == nil ? .zero : time()
    if !isPart(of: group, at: now) {
      if past.count == limit { _ = past.popFirst() }
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

  /// Marks the effects of the action as the newest step's.
  private mutating func mark(keepsEffects: Bool) {
    guard !keepsEffects, var step = past.popLast() else {
      effects = HistoryEffects(kind: .keep)
      return
    }
    let mark = step.mark ?? EffectMark()
    step.mark = mark
    past.append(step)
    effects = HistoryEffects(kind: .mark(mark))
  }

  /// Undoes the newest step, if there is one.
  ///
  /// - Parameter value: The current value, which becomes the one before the step.
  /// - Returns: Whether there was a step.
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

  /// Redoes the step that was undone last, if there is one.
  ///
  /// - Parameter value: The current value, which becomes the one after the step.
  /// - Returns: Whether there was a step.
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

  /// Drops all steps: afterwards there is nothing to undo or redo.
  public mutating func clear() {
    past = Queue()
    future = []
    group = nil
    effects = HistoryEffects(kind: .keep)
  }

  /// Notes that an action does not change the history.
  mutating func pass() {
    effects = HistoryEffects(kind: .keep)
  }
}

extension History: Sendable where Value: Sendable {}
extension HistoryStep: Sendable where Value: Sendable {}

extension History: Equatable where Value: Equatable {
  /// Whether both have the same values to undo and redo.
  public static func == (lhs: History, rhs: History) -> Bool {
    lhs.past.elements.elementsEqual(rhs.past.elements) { $0.value == $1.value } && lhs.future == rhs.future
  }
}

extension History: Encodable where Value: Encodable {
  /// Encodes the limit and the values to undo and to redo, without groups and marks of effects.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: HistoryKey.self)
    try container.encode(limit, forKey: .limit)
    try container.encode(past.elements.map(\.value), forKey: .undo)
    try container.encode(future, forKey: .redo)
  }
}

extension History: Decodable where Value: Decodable {
  /// Decodes a history, which measures groups by the system's continuous clock.
  ///
  /// Of more steps than its limit, the newest are kept.
  ///
  /// - Throws: a `DecodingError` for a limit below 1 too.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: HistoryKey.self)
    let limit = try container.decode(Int.self, forKey: .limit)
    guard limit >= 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .limit,
        in: container,
        debugDescription: "A history has a limit of 1 or more."
      )
    }
    self.init(limit: limit)
    for value in try container.decode([Value].self, forKey: .undo).suffix(limit) {
      past.append(HistoryStep(value: value))
    }
    future = try container.decode([Value].self, forKey: .redo)
  }
}

private enum HistoryKey: CodingKey {
  case limit, undo, redo
}

extension History: CustomReflectable {
  /// The values to undo, the oldest first, and the values to redo, the last undone last.
  public var customMirror: Mirror {
    Mirror(self, children: ["undo": past.elements.map(\.value), "redo": future], displayStyle: .struct)
  }
}
