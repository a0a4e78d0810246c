import StoreCore
import Testing

@MainActor
@Suite struct EffectProgramTests {
  private typealias Program = EffectProgram<Int>

  private func task(_ id: EffectID? = nil, returning action: Int = 0) -> Program {
    .task(EffectOptions(id: id)) { action }
  }

  // MARK: Building

  @Test func `only the empty program is none`() {
    #expect(Program.none.isNone)
    #expect(!Program.emit(1).isNone)
  }

  @Test func `composites of empty programs are empty`() {
    #expect(Program.sequence([]).isNone)
    #expect(Program.merge([.none, .sequence([.none]), .merge([])]).isNone)
    #expect(Program.none.catch { _ in .emit(1) }.isNone)
  }

  @Test func `a composite of one program is that program`() {
    #expect(Program.sequence([.none, .emit(1)]).outline == "emit 1")
    #expect(Program.merge([.emit(1), .none]).outline == "emit 1")
    #expect(Program.sequence([.merge([.sequence([.emit(1)])])]).outline == "emit 1")
  }

  @Test func `composites keep their members in order and drop empty ones`() {
    let members: [Program] = [.emit(1), .none, .cancel(.id("a")), task("b"), .emit(2)]
    #expect(Program.sequence(members).outline == "sequence(emit 1, cancel a, task b, emit 2)")
    #expect(Program.merge(members).outline == "merge(emit 1, cancel a, task b, emit 2)")
  }

  @Test func `operations carry their kind and their options`() {
    let options = EffectOptions(id: "a", policy: .concurrent, priority: .low, name: "n")
    let (elements, _) = AsyncStream.makeStream(of: Int.self)
    let programs: [Program] = [.task(options) { 1 }, .run(options) { _ in }, .stream(elements, options)]
    #expect(programs.map(\.outline) == ["task a", "run a", "stream a"])
    #expect(programs.map { $0.launches.first?.isStream } == [false, false, true])
    for launch in programs.flatMap(\.launches) {
      #expect(launch.options.policy == .concurrent)
      #expect(launch.options.priority == .low)
      #expect(launch.options.name == "n")
      #expect(launch.answers?.onCancel == nil)
    }
    #expect(Program.task { 1 }.outline == "task")
  }

  // MARK: Options

  @Test func `options change every operation and nothing else`() {
    let program = Program.sequence([.emit(1), task("a"), .merge([task(), .cancel(.id("b"))])])
      .catch { _ in .emit(2) }
      .options { $0.id = "x" }
    #expect(program.outline == "catch(sequence(emit 1, task x, merge(task x, cancel b)), emit 2)")
  }

  @Test func `options leave the answers to errors as they are`() {
    let answer = task("b")
    let program = task("a").catch { _ in answer }.options { $0.id = "x" }
    #expect(program.outline == "catch(task x, task b)")
  }

  @Test func `options keep the cancel handler and the operation`() async throws {
    let program = task("a", returning: 7).onCancel { 8 }.options { $0.priority = .high }
    let launch = try #require(program.launches.first)
    #expect(launch.options.id == "a")
    #expect(launch.options.priority == .high)
    #expect(launch.answers?.onCancel?() as? Int == 8)
    #expect(try await launch.result as? Int == 7)
  }

  // MARK: Cancel handlers

  @Test func `a cancel handler is given to every operation, and a second one replaces the first`() {
    let program = Program.merge([task("a"), .sequence([task("b"), .emit(1)])]).onCancel { 1 }.onCancel { 2 }
    #expect(program.launches.map { $0.answers?.onCancel?() as? Int } == [2, 2])
    #expect(program.outline == "merge(task a, sequence(task b, emit 1))")
  }

  // MARK: Scopes

  @Test func `a program is moved into a scope as a whole`() {
    let answer = Program.sequence([task("c"), .cancel(.id("d"))])
    let program = Program.sequence([.cancel(.ids(["a", "b"])), task("a"), .emit(1)]).catch { _ in answer }
    let body = "catch(sequence(cancel a b, task a, emit 1), sequence(task c, cancel d))"
    #expect(program.outline == body)
    #expect(program.scoped(to: "row").outline == "row(\(body))")
    #expect(Program.none.scoped(to: "row").isNone)
  }

  @Test func `scopes nest, the outer one applied last`() {
    #expect(task("a").scoped(to: 1).scoped(to: 2).outline == "2/1(task a)")
    #expect(task("a").scoped(to: EffectScope(1).appending("x")).scoped(to: 2).outline == "2/1/x(task a)")
    #expect(task("a").scoped(to: 1).map { "\($0)" }.scoped(to: 2).outline == "2/1(task a)")
  }

  @Test func `modifiers apply inside a scope, and what is composed around it stays outside`() {
    let program = Program.merge([task("a").scoped(to: 1), task("b")])
    #expect(program.outline == "merge(1(task a), task b)")
    let renamed = program.options { $0.id = $0.id?.scoped(to: "x") }
    #expect(renamed.outline == "merge(1(task x/a), task x/b)")
    #expect(task("a").scoped(to: 1).catch { _ in .emit(1) }.outline == "catch(1(task a), emit 1)")
    let mapped = task("a").scoped(to: 1).map { "\($0)" }.options { $0.id = "b" }
    #expect(mapped.outline == "1(task b)")
  }

  @Test func `lifting embeds the actions and moves into a scope, at every depth`() async throws {
    let lifted = Program.merge([task("a", returning: 1), .emit(2)])
      .lifted(to: EffectScope("inner")) { $0 * 10 }
      .lifted(to: EffectScope("middle")) { "<\($0)>" }
      .lifted(to: EffectScope("outer")) { "[\($0)]" }
    #expect(lifted.outline == "outer/middle/inner(merge(task a, emit [<20>]))")
    let launch = try #require(lifted.launches.first)
    #expect(try await launch.result as? String == "[<10>]")
    #expect(Program.none.lifted(to: EffectScope(1)) { $0 }.isNone)
  }

  @Test func `a scope keeps the other options and the cancel handler`() throws {
    let options = EffectOptions(id: "a", policy: .concurrent, priority: .low, name: "n")
    let program = Program.task(options) { 1 }.onCancel { 5 }.scoped(to: 1)
    let launch = try #require(program.launches.first)
    #expect(launch.options.policy == .concurrent)
    #expect(launch.options.priority == .low)
    #expect(launch.options.name == "n")
    #expect(launch.answers?.onCancel?() as? Int == 5)
  }

  // MARK: Mapping

  @Test func `mapping changes the actions, and keeps order, names and cancels`() {
    let members: [Program] = [.emit(1), .cancel(.id("a")), .merge([task("b"), .emit(2)])]
    let program = Program.sequence(members).catch { _ in .emit(3) }.map { "<\($0)>" }
    #expect(program.outline == "catch(sequence(emit <1>, cancel a, merge(task b, emit <2>)), emit <3>)")
    #expect(Program.none.map { "\($0)" }.isNone)
  }

  @Test func `mapping changes what an operation and its cancel handler return`() async throws {
    let program = task("a", returning: 1).onCancel { 2 }.map { $0 * 10 }.map { "<\($0)>" }
    let launch = try #require(program.launches.first)
    #expect(try await launch.result as? String == "<10>")
    #expect(launch.answers?.onCancel?() as? String == "<20>")
    let silent = task("a").onCancel { nil }.map { "<\($0)>" }
    let handler = try #require(silent.launches.first?.answers?.onCancel)
    #expect(handler() == nil)
  }

  @Test func `mapping keeps the kind of an operation, and adds no cancel handler`() throws {
    let (elements, _) = AsyncStream.makeStream(of: Int.self)
    let programs: [Program] = [.run(EffectOptions(id: "a")) { _ in }, .stream(elements, EffectOptions(id: "b"))]
    #expect(programs.map { $0.map { "\($0)" }.outline } == ["run a", "stream b"])
    #expect(programs.allSatisfy { $0.map { "\($0)" }.launches.first?.answers?.onCancel == nil })
  }
}
