import StoreCore
import Testing
import _StoreTestSupport

/// The decisions about the modifiers around a program, without a store.
@MainActor
@Suite struct OpenedProgramTests {
  private typealias Effect = EffectProgram<String>

  private func task(_ id: EffectID? = nil, _ policy: LaunchPolicy? = nil) -> Effect {
    .task(EffectOptions(id: id, policy: policy)) { "done" }
  }

  private var steps: Effect { .sequence([task(), task("inner")]) }

  /// The program inside of a name, opened.
  private func insideOfName(_ effect: Effect) throws -> OpenedProgram {
    guard case .named(let body, _, _) = effect.program else { throw Missing() }
    return OpenedProgram(body)
  }

  private func operation(_ program: Program) throws -> EffectOperation {
    guard case .operation(let operation) = program else { throw Missing() }
    return operation
  }

  private struct Missing: Error {}

  // MARK: Waits before programs

  @Test func `the wait of a throttled composition has its policy, and what follows the wait has none`() throws {
    var opened = try insideOfName(steps.policy(.keepRunning).throttle(id: "t", for: .seconds(1)))
    let wait = try #require(opened.settleModifiers().wait)
    #expect(wait.operation.options.policy == .keepRunning)
    #expect(wait.operation.options.id == "t")
    #expect(wait.operation.throttle?.id == "t")
    #expect(wait.modifiers.policy(of: "t") == nil)
    #expect(wait.modifiers.applied(to: EffectOperation(body: .task { _ in })).options.policy == nil)
  }

  @Test func `the wait of a debounced composition has no policy, and what follows the wait keeps its own`() throws {
    var opened = try insideOfName(steps.policy(.keepRunning).debounce(id: "d", for: .seconds(1)))
    let wait = try #require(opened.settleModifiers().wait)
    #expect(wait.operation.options.policy == nil)
    #expect(wait.operation.modifiers.count == 1)
    #expect(wait.modifiers.policy(of: "d") == .keepRunning)
  }

  @Test func `the wait of a composition has none of the modifiers of its operations, except their answer to a cancel`()
    throws
  {
    let program = steps.delay(for: .seconds(1)).timeout(after: .seconds(1)).retry().onCancel { "cancelled" }
    var opened = try insideOfName(program.throttle(id: "t", for: .seconds(1)))
    let wait = try #require(opened.settleModifiers().wait)
    #expect(wait.operation.modifiers.isEmpty)
    #expect(wait.operation.answers?.onCancel?() as? String == "cancelled")
    let inside = wait.modifiers.forMembers.applied(to: EffectOperation(body: .task { _ in }))
    #expect(inside.modifiers.count == 3)
  }

  @Test(arguments: [true, false])
  func `of two throttles the outer one waits first`(isAction: Bool) throws {
    let base = isAction ? Effect.emit("done") : task()
    let both = base.throttle(id: "t", for: .seconds(1)).throttle(id: "u", for: .seconds(2))
    var opened = try insideOfName(both)
    if isAction {
      guard case .named(let body, "t", .throttle) = opened.program else { throw Missing() }
      opened = OpenedProgram(body, modifiers: opened.modifiers)
    }
    let wait = try #require(opened.settleModifiers().wait)
    #expect(wait.operation.throttle?.id == "u")
    #expect(wait.modifiers.isThrottled == isAction)
    if !isAction { #expect(try operation(opened.program).throttle?.id == "t") }
  }

  @Test(arguments: [true, false])
  func `a throttle around a scope begins outside of it`(isMapped: Bool) throws {
    let scoped = task().scoped(to: "s")
    let program = (isMapped ? scoped.map { $0 } : scoped).throttle(id: "t", for: .seconds(1))
    var opened = try insideOfName(program)
    #expect(opened.scope == nil)
    let wait = try #require(opened.settleModifiers().wait)
    #expect(wait.operation.throttle?.id == "t")
    #expect(OpenedProgram(opened.program, modifiers: wait.modifiers).scope == EffectScope("s"))
  }

  // MARK: Names

  @Test func `a composition's policy is the one around it, then the one of its name, then the one inside`() {
    var around = GivenModifiers()
    around.add(.policy(.keepRunning, of: nil))
    let inside = steps.policy(.queue(limit: 1)).program
    let policies = [true, false, nil].map {
      NameClaim("x", for: .name(cancelInFlight: $0), of: inside, inside: around).policy
    }
    #expect(policies == [.keepRunning, .keepRunning, .keepRunning])
    let unmodified = [true, false, nil].map {
      NameClaim("x", for: .name(cancelInFlight: $0), of: inside, inside: GivenModifiers()).policy
    }
    #expect(unmodified == [.replace, .concurrent, .queue(limit: 1)])
    #expect(
      NameClaim("x", for: .name(cancelInFlight: nil), of: steps.program, inside: GivenModifiers()).policy == .replace
    )
  }

  @Test func `a further name is taken late, with the policy that is given after it`() {
    var around = GivenModifiers()
    around.add(.policy(.keepRunning, of: nil))
    let claim = NameClaim(
      "x",
      for: .name(cancelInFlight: nil),
      of: steps.cancellable(id: "first").program,
      inside: around
    )
    #expect(claim.isLate && claim.isFurther)
    #expect(claim.policy == .keepRunning)
    let debounced = steps.cancellable(id: "first").policy(.keepRunning).program
    #expect(NameClaim("x", for: .debounce, of: debounced, inside: GivenModifiers()).misuse == nil)
    #expect(NameClaim("x", for: .debounce, of: debounced, inside: around).misuse == .policyOfDebounce)
    #expect(NameClaim("x", for: .debounce, of: steps.program, inside: around).misuse == .policyOfDebounce)
  }

  @Test func `what a throttle may refuse takes its names late`() {
    let throttled = task().throttle(id: "t", for: .seconds(1))
    #expect(NameClaim("x", for: .debounce, of: throttled.program, inside: GivenModifiers()).isLate)
    #expect(!NameClaim("x", for: .debounce, of: steps.program, inside: GivenModifiers()).isLate)
    var around = GivenModifiers()
    around.add(.throttle(throttle()))
    #expect(NameClaim("x", for: .debounce, of: steps.program, inside: around).isLate)
    let named = NameClaim("x", for: .name(cancelInFlight: nil), of: steps.policy(.keepRunning).program, inside: around)
    #expect(named.isLate && !named.isFurther)
    #expect(named.policy == .keepRunning)
  }

  private func throttle() -> Throttle {
    // Taken from a program, because only the modifier makes one.
    guard case .operation(let operation) = task().throttle(id: "t", for: .seconds(1)).program,
      let throttle = operation.throttle
    else { preconditionFailure("an operation keeps its throttle") }
    return throttle
  }

  @Test(
    arguments: [LaunchPolicy.concurrent, .replace, .keepRunning]
  )
  func `a name that is moved outside of a throttle or a debounce keeps its policy`(policy: LaunchPolicy) throws {
    let named = task("a", policy)
    for program in [named.throttle(id: "t", for: .seconds(1)), named.debounce(id: "t", for: .seconds(1))] {
      guard case .named(let body, "a", let use) = program.program else { throw Missing() }
      #expect(use == .former(policy, isDebounced: false))
      let inner = try operation(body)
      #expect(inner.options.id == "t")
      #expect(inner.options.policy == nil)
    }
  }

  @Test func `a debounced name stays debounced when another debounce replaces it`() throws {
    let program = task().debounce(id: "a", for: .seconds(1)).debounce(id: "b", for: .seconds(1))
    guard case .named(_, "a", .former(nil, isDebounced: true)) = program.program else { throw Missing() }
  }

  // MARK: Facts

  @Test func `a name claims the policies inside it`() {
    for named in [
      steps.policy(.keepRunning).cancellable(id: "x"), task("x", .keepRunning), task("x").policy(.concurrent),
    ] {
      for program in [named, named.catch { _ in .none }.policy(.queue(limit: 1)), named.scoped(to: "s").map { $0 }] {
        #expect(program.program.facts().hasName)
        #expect(program.program.facts().policy == nil)
      }
    }
    let nameless = task(nil, .keepRunning).catch { _ in .none }
    #expect(nameless.program.facts().policy == .keepRunning)
    #expect(nameless.policy(.concurrent).map { $0 }.program.facts().policy == .concurrent)
    #expect(!nameless.program.facts().hasName)
  }

  @Test func `a throttle is seen through names, handlers, scopes and mappings`() {
    let throttled = [task().throttle(id: "t", for: .seconds(1)), steps.throttle(id: "t", for: .seconds(1))]
    for program in throttled {
      #expect(program.cancellable(id: "x").program.facts().isThrottled)
      #expect(program.catch { _ in .none }.scoped(to: "s").map { $0 }.program.facts().isThrottled)
    }
    #expect(!steps.debounce(id: "d", for: .seconds(1)).program.facts().isThrottled)
  }

  // MARK: Given modifiers

  @Test func `a name takes the policies around it from the parts`() {
    var modifiers = GivenModifiers()
    modifiers.add(.policy(.keepRunning, of: nil))
    modifiers = modifiers.forMembers
    modifiers.add(.onCancel { "cancelled" })
    modifiers.add(.policy(.concurrent, of: nil))
    #expect(modifiers.policy(of: "x") == .keepRunning)
    let operation = EffectOperation(body: .task { _ in }, options: EffectOptions(policy: .queue(limit: 2)))
    #expect(modifiers.applied(to: operation).options.policy == .keepRunning)
    modifiers.giveName("x", isOnly: true)
    #expect(modifiers.policy(of: "x") == nil)
    #expect(modifiers.applied(to: operation).options.policy == nil)
    #expect(modifiers.applied(to: operation).answers?.onCancel != nil)
    let members = modifiers.forMembers
    #expect(members.applied(to: operation).options.policy == .queue(limit: 2))
    #expect(members.applied(to: operation).answers?.onCancel != nil)
  }

  @Test func `a name takes the policies around a part from it, and leaves the part its throttle`() throws {
    let throttled = steps.throttle(id: "t", for: .seconds(1))
    guard case .named(.modified(_, let throttle), _, _) = throttled.program else { throw Missing() }
    var modifiers = GivenModifiers()
    modifiers.add(.onCancel { "cancelled" })
    modifiers.add(.policy(.keepRunning, of: nil))
    modifiers = modifiers.forMembers
    modifiers.add(throttle)
    #expect(modifiers.isThrottled)
    modifiers.giveName("x", isOnly: true)
    #expect(modifiers.isThrottled)
  }

  @Test func `a policy that is given inside a name does not apply to the members`() {
    var modifiers = GivenModifiers()
    modifiers.giveName("x", isOnly: true)
    modifiers.add(.policy(.keepRunning, of: nil))
    #expect(modifiers.forMembers.policy(of: "x") == nil)
    let nameless = EffectOperation(body: .task { _ in })
    #expect(modifiers.applied(to: nameless).options.policy == nil)
  }

  @Test(arguments: [true, false])
  func `a policy of a named action is not an issue`(isPolicyFirst: Bool) {
    let issues = IssueLog()
    let store = ScriptStore<String>(options: StoreOptions(onIssue: { issues.record($0) }))
    let policy = LaunchPolicy.keepRunning
    store.launch(
      isPolicyFirst
        ? Effect.emit("a").policy(policy).cancellable(id: "x") : Effect.emit("a").cancellable(id: "x").policy(policy)
    )
    #expect(store.state == ["a"])
    #expect(issues.all.isEmpty)
    store.launch(Effect.emit("b").policy(policy))
    #expect(issues.all.count == 1)
  }
}
