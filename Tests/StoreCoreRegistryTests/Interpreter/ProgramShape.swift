import StoreCore
import _StoreTestSupport

/// A composite program as a test sees it: its leaves are names, and nothing in it runs.
indirect enum ProgramShape {
  case nothing
  case leaf(String)
  case sequence([ProgramShape])
  case merge([ProgramShape])
  /// The body, and the number of the generated handler that answers its errors.
  case caught(ProgramShape, handler: Int)

  /// The error of the leaf with that name.
  struct Failure: Error {
    let leaf: String
  }

  var program: EffectProgram<String> {
    switch self {
    case .nothing: .none
    case .leaf(let name): .emit(name)
    case .sequence(let members): .sequence(members.map(\.program))
    case .merge(let members): .merge(members.map(\.program))
    case .caught(let body, let handler):
      body.program.catch { error in
        (error as? Failure).map { Self.answer(to: $0.leaf, handler: handler).program } ?? .none
      }
    }
  }

  // MARK: Generating

  static func random(depth: Int, name: String, with random: inout SplitMix64) -> ProgramShape {
    let kind = depth == 0 ? 0 : random.number(below: 7)
    let members = (0..<(2 + random.number(below: 2))).map { "\(name).\($0)" }
    switch kind {
    case 0: return .leaf(name)
    case 1..<4: return .sequence(members.map { .random(depth: depth - 1, name: $0, with: &random) })
    case 4..<6: return .merge(members.map { .random(depth: depth - 1, name: $0, with: &random) })
    default:
      let body = ProgramShape.random(depth: depth - 1, name: "\(name).0", with: &random)
      return .caught(body, handler: random.number(below: 1_000))
    }
  }

  /// The answer to an error: the same one on each call.
  static func answer(to leaf: String, handler: Int) -> ProgramShape {
    var random = SplitMix64(seed: leaf.utf8.reduce(handler) { $0 &* 31 &+ Int($1) })
    return random.happens(onceIn: 4) ? .nothing : .random(depth: 2, name: "\(leaf)!", with: &random)
  }

  // MARK: Expectations

  /// The state of a program after some of its leaves have ended and others have failed.
  struct Standing {
    var running: Set<String> = []
    /// How many sequences have members that will start.
    var unfinishedSequences = 0
    var hasEnded = true
    /// The leaves whose errors were not caught inside.
    var uncaught: Set<String> = []

    mutating func add(_ other: Standing) {
      running.formUnion(other.running)
      unfinishedSequences += other.unfinishedSequences
      hasEnded = hasEnded && other.hasEnded
      uncaught.formUnion(other.uncaught)
    }
  }

  func standing(ended: Set<String>, failed: Set<String>) -> Standing {
    var standing = Standing()
    switch self {
    case .nothing:
      break
    case .leaf(let name):
      standing.hasEnded = ended.contains(name) || failed.contains(name)
      standing.running = standing.hasEnded ? [] : [name]
      standing.uncaught = failed.contains(name) ? [name] : []
    case .sequence(let members):
      for (place, member) in members.enumerated() {
        standing.add(member.standing(ended: ended, failed: failed))
        if !standing.uncaught.isEmpty { break }
        if !standing.hasEnded {
          standing.unfinishedSequences += place < members.count - 1 ? 1 : 0
          break
        }
      }
    case .merge(let members):
      for member in members {
        standing.add(member.standing(ended: ended, failed: failed))
      }
    case .caught(let body, let handler):
      standing = body.standing(ended: ended, failed: failed)
      let caught = standing.uncaught
      standing.uncaught = []
      for leaf in caught {
        standing.add(Self.answer(to: leaf, handler: handler).standing(ended: ended, failed: failed))
      }
    }
    return standing
  }
}
