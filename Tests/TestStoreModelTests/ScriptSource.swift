import StoreTesting
import _StoreTestSupport

/// The source of random features, correct tests of them, and mistakes in these.
struct ScriptSource {
  private var random: SplitMix64

  init(seed: Int) { random = SplitMix64(seed: seed) }

  private mutating func below(_ bound: Int) -> Int { random.number(below: bound) }
  private mutating func happens(in times: Int) -> Bool { random.happens(onceIn: times) }
  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  // MARK: Features

  private static let actions = 8

  private mutating func rules(hasObject: Bool) -> Rules {
    Rules(rules: (0..<Self.actions).map { rule($0, hasObject) })
  }

  private mutating func rule(_ number: Int, _ hasObject: Bool) -> Rule {
    var rule = Rule()
    rule.additions = (0..<pick([0, 1, 1, 2])).map { _ in (pick(Values.Field.allCases), pick([-1, 1, 2])) }
    if happens(in: 4) { rule.appends = below(3) }
    for _ in 0..<pick([0, 1, 1, 2, 3]) {
      let part = part(number, hasObject)
      // Debug builds report two of a name.
      if let name = part.name, rule.parts.contains(where: { $0.name == name }) { continue }
      rule.parts.append(part)
    }
    return rule
  }

  private mutating func part(_ number: Int, _ hasObject: Bool) -> Rule.Part {
    let name = pick([nil, "a", "b"])
    let wait = pick([5, 10, 15, 1_000_000])
    let isLast = number == Self.actions - 1
    switch below(8) {
    case 0..<4 where hasObject && happens(in: 2):
      return .write(name, milliseconds: wait, pick(Values.Field.allCases))
    case 0..<2 where !isLast: return .emit(later(number))
    case 2..<6 where !isLast: return .later(name, milliseconds: wait, later(number))
    case 6: return happens(in: 2) || isLast ? .fail(name, milliseconds: wait, below(3)) : .stubborn(name, later(number))
    default: return .cancel(name ?? "a")
    }
  }

  private mutating func later(_ number: Int) -> Int { number + 1 + below(Self.actions - number - 1) }

  // MARK: Tests

  /// A feature, and a test of it that passes.
  mutating func script() -> Script {
    let hasObject = happens(in: 4)
    var course = Course(Script(rules: rules(hasObject: hasObject), isExhaustive: !happens(in: 3), hasObject: hasObject))
    for _ in 0..<2 + below(7) {
      switch below(10) {
      case 0..<5:
        receiveAll(&course)
        let number = below(Self.actions)
        course.add(.send(number, course.verdict.change(by: number)))
      case 5: course.add(.sendUnseen(below(Self.actions)))
      case 6: course.add(.cancel(pick(["a", "b"])))
      case 7:
        switch below(6) {
        case 0: course.add(.skipReceived)
        case 1: course.add(.openGate)
        case 2 where hasObject:
          receiveAll(&course)
          let field = pick(Values.Field.allCases)
          course.add(.write(field, 1))
          let value = course.verdict.values[field]
          if happens(in: 2) { course.add(.expectChange(Change(sets: [(field, value)]))) }
        case 3:
          course.add(.stop)
          if happens(in: 2) { course.add(.sendUnseen(below(Self.actions))) }
          course.add(.start)
        default: break
        }
      default: course.add(.advance(pick([5, 10, 20])))
      }
      if happens(in: 2) { receiveAll(&course) }
    }
    if happens(in: 2) {
      receiveAll(&course)
      if course.verdict.isBusy { for name in ["a", "b"] { course.add(.cancel(name)) } }
      course.add(.openGate)
      while course.verdict.isBusy {
        course.add(.advance(1_000_000))
        receiveAll(&course)
      }
    }
    let unasserted = course.verdict.settled.unasserted
    course.add(.finish(happens(in: 3) ? unasserted.union(.errors) : unasserted))
    return course.script
  }

  private struct Course {
    var verdict: Verdict
    var script: Script { verdict.script }

    init(_ script: Script) { verdict = Verdict(beginning: script) }

    mutating func add(_ step: Step) {
      verdict.make(step, script.steps.count)
      verdict.script.steps.append(step)
    }
  }

  private mutating func receiveAll(_ course: inout Course) {
    for number in course.verdict.settled.errorsToReceive { course.add(.receiveError(number)) }
    while let (number, change) = course.verdict.settled.toReceive {
      // Where not all has to be asserted, a test leaves some out.
      if !course.verdict.script.isExhaustive, happens(in: 3) {
        course.verdict.skipFirst()
        continue
      }
      if happens(in: 8) { course.verdict.script.exceptions[course.script.steps.count] = happens(in: 2) }
      course.add(happens(in: 4) ? .receiveWhere(number, change) : .receive(number, change))
    }
    let settled = course.verdict.settled
    if settled.toReceive == nil, let change = Change.from(settled.asserted, to: settled.values) {
      course.add(.expectChange(change))
    }
  }

  // MARK: Mistakes

  /// A mistake in a test.
  enum Mistake: CaseIterable {
    case wrongValue, noChange, otherChange, emptyChange, throwingChange
    case missing, twice, swapped, wrongAction, otherTime, afterTheEnd, notIgnored, otherExhaustivity
  }

  /// A script with one mistake; `nil` where there is no place for it.
  mutating func mistaken(_ script: Script, _ mistake: Mistake) -> Script? {
    var script = script
    let places = script.steps.indices.filter { Self.fits(script.steps[$0], mistake) }
    guard let place = random.pick(places) else { return nil }
    let step = script.steps[place]
    switch mistake {
    case .wrongValue:
      guard var change = step.change else { return nil }
      if !change.sets.isEmpty {
        change.sets[below(change.sets.count)].value += pick([-1, 1])
      } else {
        change.list?.append(9)
      }
      script.steps[place].change = change
    case .noChange: script.steps[place].change = nil
    case .otherChange:
      var change = step.change ?? Change()
      change.sets.append((pick(Values.Field.allCases), 50))
      script.steps[place].change = change
    case .emptyChange: script.steps[place].change = Change()
    case .throwingChange: script.steps[place].change = Change(throwing: true)
    case .missing: script.steps.remove(at: place)
    case .twice: script.steps.insert(step, at: place)
    case .swapped:
      guard place + 1 < script.steps.count else { return nil }
      script.steps.swapAt(place, place + 1)
    case .wrongAction:
      switch step {
      case .send(let number, let change): script.steps[place] = .send((number + 1) % Self.actions, change)
      case .sendUnseen(let number): script.steps[place] = .sendUnseen((number + 1) % Self.actions)
      case .receive(let number, let change): script.steps[place] = .receive((number + 1) % Self.actions, change)
      case .receiveWhere(let number, let change):
        script.steps[place] = .receiveWhere((number + 1) % Self.actions, change)
      case .receiveError(let number): script.steps[place] = .receiveError(number + 1)
      case .cancel, .advance, .skipReceived, .finish, .openGate, .stop, .start, .write, .expectChange: return nil
      }
    case .otherTime: script.steps[place] = .advance(pick([1, 5, 25]))
    case .afterTheEnd:
      script.steps.append(pick([.receive(0, nil), .send(below(Self.actions), nil), .receiveError(1), .finish([])]))
    case .notIgnored:
      guard case .finish(let ignored) = step else { return nil }
      script.steps[place] = .finish(ignored.subtracting(Unasserted(rawValue: 1 << below(7))))
    case .otherExhaustivity: script.exceptions[place] = !script.isExhaustive(at: place)
    }
    return script
  }

  private static func fits(_ step: Step, _ mistake: Mistake) -> Bool {
    switch mistake {
    case .wrongValue, .noChange: step.change != nil
    case .otherChange, .emptyChange, .throwingChange:
      switch step {
      case .send, .receive, .receiveWhere, .expectChange: true
      default: false
      }
    case .otherTime: if case .advance = step { true } else { false }
    case .notIgnored: if case .finish(let ignored) = step { ignored != [] } else { false }
    case .missing, .twice, .swapped, .wrongAction, .afterTheEnd, .otherExhaustivity: true
    }
  }
}

extension Step {
  /// What is expected to change.
  var change: Change? {
    get {
      switch self {
      case .send(_, let change), .receive(_, let change), .receiveWhere(_, let change): change
      case .expectChange(let change): change
      default: nil
      }
    }
    set {
      switch self {
      case .send(let number, _): self = .send(number, newValue)
      case .receive(let number, _): self = .receive(number, newValue)
      case .receiveWhere(let number, _): self = .receiveWhere(number, newValue)
      case .expectChange: self = .expectChange(newValue ?? Change())
      default: break
      }
    }
  }
}
