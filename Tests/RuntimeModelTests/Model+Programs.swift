/// The progress of programs: when a part has ended, the next one starts.
extension Model {
  func run(_ plan: Plan, _ node: Node, cause: String) -> Node {
    node.units += 1
    start(plan, in: nil, node, cause: cause)
    release(node)
    return node
  }

  func start(_ plan: Plan, in part: Part?, _ node: Node, cause: String) {
    guard part?.mayStart != false else { return end(part, node, cause: cause) }
    switch plan {
    case .nothing:
      end(part, node, cause: cause)
    case .operation(let operation):
      guard let common = operation.common else { return launch(Run(operation, node, part, cause: cause)) }
      guard !isStopped, !node.isCancelled else {
        if !node.isCancelled { events.append("refused \(common.name) of \(cause), stoppedStore") }
        return end(part, node, cause: cause)
      }
      let group = Part(.group(common.name), in: part)
      group.node = node
      group.isCommon = true
      groups.append(group)
      launch(Run(operation, node, group, cause: cause))
    case .emit(let step):
      handle(step, node, cause: cause)
      end(part, node, cause: cause)
    case .cancel(let choice):
      take(choice)
      end(part, node, cause: cause)
    case .sequence(let members):
      node.units += 1
      end(Part(.sequence(members), in: part), node, cause: cause)
    case .merge(let members):
      let merge = Part(.merge(left: members.count), in: part)
      for member in members { start(member, in: merge, node, cause: cause) }
    case .caught(let body, let answer):
      start(body, in: Part(.caught(answer, left: 1), in: part), node, cause: cause)
    case .named(let body, let name, let policy):
      begin(body, Part(.group(name), in: part), name, policy, node, cause: cause)
    }
  }

  /// Continues after a part of a program that has ended.
  func end(_ ended: Part?, _ node: Node, cause: String) {
    if node.isCancelled { abandonSequences(around: ended, upTo: nil, node) }
    guard let part = ended else { return }
    switch part.kind {
    case .sequence(var members) where !members.isEmpty:
      let next = members.removeFirst()
      part.kind = .sequence(members)
      start(next, in: part, node, cause: cause)
      return members.isEmpty ? release(node) : ()
    case .merge(let left):
      part.kind = .merge(left: left - 1)
      if left > 1 { return }
    case .caught(let answer, let left):
      part.kind = .caught(answer, left: left - 1)
      if left > 1 { return }
    case .gate:
      // The parts after it are left out.
      part.kind = .sequence([])
      release(node)
    case .group:
      remove(part)
      beginQueued()
    case .sequence, .answer:
      break
    }
    end(part.parent, node, cause: cause)
  }

  func fail(_ run: Run) {
    var catcher = run.part
    var isAnswering = false
    while let part = catcher {
      if case .caught = part.kind {
        if !isAnswering { break }
        isAnswering = false
      } else if case .answer = part.kind {
        isAnswering = true
      }
      catcher = part.parent
    }
    abandonSequences(around: run.part, upTo: catcher, run.node)
    guard let catcher, case .caught(let answer, let left) = catcher.kind else {
      events.append("uncaught of \(run.title)")
      return
    }
    catcher.kind = .caught(.nothing, left: left + 1)
    start(answer, in: Part(.answer, in: catcher), run.node, cause: run.cause)
  }

  func abandonSequences(around part: Part?, upTo last: Part?, _ node: Node) {
    var next = part
    while let part = next, part !== last {
      if case .sequence(let members) = part.kind, !members.isEmpty {
        part.kind = .sequence([])
        release(node)
      }
      next = part.parent
    }
  }
}
