import StoreCore

/// Carries out the decisions about composite programs as a store would, with leaves that end when a test ends them.
@MainActor
final class FrameDriver {
  private enum Step {
    case interpret(Program, Frame?)
    case end(Frame?)
  }

  private var agenda: [Step] = []
  private var frames: [String: Frame?] = [:]
  /// The leaves that have started, in order.
  private(set) var started: [String] = []
  private(set) var uncaught: [String] = []
  /// How many sequences hold their action because they have members left.
  private(set) var unfinishedSequences = 0
  /// Whether the whole program was cancelled.
  var isCancelled = false

  init(_ program: EffectProgram<String>) {
    agenda = [.interpret(program.program, nil)]
    workOff()
  }

  var running: Set<String> { Set(frames.keys) }

  func end(_ leaf: String) {
    guard let frame = frames.removeValue(forKey: leaf) else { return }
    agenda.append(.end(frame))
    workOff()
  }

  func fail(_ leaf: String) {
    guard let frame = frames[leaf] else { return }
    let (answer, abandoned) = FrameMachine.fail(ProgramShape.Failure(leaf: leaf), in: frame)
    unfinishedSequences -= abandoned
    if let answer {
      agenda.append(.interpret(answer.program, answer.frame))
    } else {
      uncaught.append(leaf)
    }
    workOff()
    end(leaf)
  }

  private func workOff() {
    while let step = agenda.popLast() {
      switch step {
      case .interpret(let program, let frame): interpret(program, in: frame)
      case .end(let frame): end(in: frame)
      }
    }
  }

  private func interpret(_ program: Program, in frame: Frame?) {
    let frame = frame?.tail
    switch OpenedProgram(program).program {
    case .emit(let action):
      let leaf = "\(action)"
      started.append(leaf)
      frames[leaf] = .some(frame)
    case .sequence(let members):
      unfinishedSequences += 1
      agenda.append(.end(Frame(.sequence(members[...]), parent: frame)))
    case .merge(let members):
      let merge = Frame(.merge(members.count), parent: frame)
      agenda += members.reversed().map { .interpret($0, merge) }
    case .catching(let body, let handler):
      agenda.append(.interpret(body, Frame(.catching(handler, 1), parent: frame)))
    case .none, .call, .cancel, .operation, .modified, .named, .scoped, .mapped, .deferred, .issue, .marked:
      agenda.append(.end(frame))
    }
  }

  private func end(in frame: Frame?) {
    if isCancelled {
      unfinishedSequences -= FrameMachine.abandon(frame)
    }
    guard let (member, sequence, isLast) = FrameMachine.end(in: frame) else { return }
    unfinishedSequences -= isLast ? 1 : 0
    agenda.append(.interpret(member, sequence))
  }
}
