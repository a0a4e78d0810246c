extension Script: CustomStringConvertible {
  /// The moves, one on each line.
  var description: String {
    let kind =
      "\(isObserved ? "Observed" : "Unobserved"), \(isEager ? "settled after each move" : "settled now and then")"
    let lines = moves.enumerated().map { index, turn in
      "\(index + 1). \(turn.move)\(turn.settles ? ", settle" : turn.runsTasks ? ", run tasks" : "")"
    }
    return "\(kind), \(isReleased ? "released" : "finished") at the end:\n" + lines.joined(separator: "\n")
  }
}

extension Move: CustomStringConvertible {
  var description: String {
    switch self {
    case .send(let step): "send \(step)"
    case .enqueue(let step): "enqueue \(step)"
    case .launch(let plan): "launch \(plan)"
    case .cue(let place, .finish): "finish the operation at place \(place)"
    case .cue(let place, .fail): "fail the operation at place \(place)"
    case .cue(let place, .send(let steps)): "have the operation at place \(place) send \(steps)"
    case .cancel(let choice): "cancel \(choice)"
    case .cancelHandle(let place): "cancel the handle at place \(place)"
    case .wait(let place, let tree): "wait for the \(tree ? "tree" : "value") of the handle at place \(place)"
    case .watch(let times): "ask for the next change, \(times) times"
    case .advance(let milliseconds): "advance by \(milliseconds) ms"
    case .settle: "settle whole"
    case .stop: "stop"
    case .start: "start"
    }
  }
}

extension Step: CustomStringConvertible {
  var description: String {
    let sent = sends.map { "\($0.isEnqueued ? "enqueues" : "sends") \($0.step)" }
    let causes = if case .nothing = plan { [String]() } else { ["causes \(plan)"] }
    let parts = sent + causes
    return parts.isEmpty ? "\(number)" : "(\(number) \(parts.joined(separator: ", ")))"
  }
}

extension Plan: CustomStringConvertible {
  var description: String {
    switch self {
    case .nothing: "nothing"
    case .operation(let operation): "\(operation)"
    case .emit(let step): "emit \(step)"
    case .cancel(let choice): "cancel \(choice)"
    case .sequence(let members): "sequence \(members)"
    case .merge(let members): "merge \(members)"
    case .caught(let body, let answer): "\(body) catch {\(answer)}"
    case .named(let body, let name, let policy): "\(name) \(policy) {\(body)}"
    }
  }
}

extension Operation: CustomStringConvertible {
  var description: String {
    var words = "\(kind) \(number)"
    if let name { words += " \(name) \(policy)" }
    if let timing { words += " \(timing)" }
    if ignoresCancel { words += " stubborn" }
    if let common { words += " \(common.name) \(common.policy)" }
    if let answer { words += " onCancel \(answer)" }
    if let refusal { words += " onRefused \(refusal)" }
    if kind == .task { words += " returns \(result)" }
    return words
  }
}
