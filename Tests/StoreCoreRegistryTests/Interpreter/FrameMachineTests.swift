import StoreCore
import Testing
import _StoreTestSupport

@MainActor
@Suite struct FrameMachineTests {
  // MARK: Ends

  @Test func `nothing follows a part that is in no composite`() {
    #expect(FrameMachine.end(in: nil) == nil)
    #expect(FrameMachine.abandon(nil) == 0)
  }

  @Test func `a sequence starts a member when the one before it has ended`() {
    let driver = FrameDriver(.sequence([.emit("a"), .emit("b"), .emit("c")]))
    #expect(driver.started == ["a"])
    driver.end("a")
    #expect(driver.started == ["a", "b"])
    #expect(driver.unfinishedSequences == 1)
    driver.end("b")
    #expect(driver.started == ["a", "b", "c"])
    #expect(driver.unfinishedSequences == 0)
    driver.end("c")
    #expect(driver.running.isEmpty)
  }

  @Test func `a merge starts its members in order and ends with the last of them`() {
    let driver = FrameDriver(.sequence([.merge([.emit("a"), .emit("b"), .emit("c")]), .emit("d")]))
    #expect(driver.started == ["a", "b", "c"])
    for leaf in ["b", "c"] {
      driver.end(leaf)
      #expect(driver.started == ["a", "b", "c"])
    }
    driver.end("a")
    #expect(driver.started == ["a", "b", "c", "d"])
  }

  @Test func `a sequence within a sequence is finished first`() {
    let driver = FrameDriver(.sequence([.sequence([.emit("a"), .emit("b")]), .emit("c")]))
    for leaf in ["a", "b", "c"] {
      driver.end(leaf)
    }
    #expect(driver.started == ["a", "b", "c"])
    #expect(driver.unfinishedSequences == 0)
  }

  @Test func `a program inside a handler continues like any other`() {
    let driver = FrameDriver(.sequence([EffectProgram.emit("a").catch { _ in .emit("x") }, .emit("b")]))
    driver.end("a")
    #expect(driver.started == ["a", "b"])
  }

  // MARK: Errors

  @Test func `an uncaught error ends the sequences around it`() {
    let driver = FrameDriver(.sequence([.sequence([.emit("a"), .emit("b")]), .emit("c")]))
    driver.fail("a")
    #expect(driver.started == ["a"])
    #expect(driver.uncaught == ["a"])
    #expect(driver.unfinishedSequences == 0)
  }

  @Test func `an error ends the sequences around it and not those next to it`() {
    let driver = FrameDriver(.merge([.sequence([.emit("a"), .emit("b")]), .sequence([.emit("c"), .emit("d")])]))
    driver.fail("a")
    #expect(driver.running == ["c"])
    driver.end("c")
    #expect(driver.running == ["d"])
  }

  @Test func `an error is answered by the nearest handler, and only sequences inside it end`() {
    let inner = EffectProgram.sequence([.emit("a"), .emit("b")]).catch { _ in .emit("inner") }
    let driver = FrameDriver(EffectProgram.sequence([inner, .emit("c")]).catch { _ in .emit("outer") })
    driver.fail("a")
    #expect(driver.started == ["a", "inner"])
    #expect(driver.unfinishedSequences == 1)
    driver.end("inner")
    #expect(driver.started == ["a", "inner", "c"])
    #expect(driver.uncaught.isEmpty)
  }

  @Test func `a handler answers each error inside, and its program ends with the last answer`() {
    let care = EffectProgram.merge([.emit("a"), .emit("b")]).catch { error in
      .emit("after \((error as? ProgramShape.Failure)?.leaf ?? "")")
    }
    let driver = FrameDriver(.sequence([care, .emit("c")]))
    driver.fail("a")
    driver.fail("b")
    #expect(driver.running == ["after a", "after b"])
    driver.end("after b")
    #expect(driver.running == ["after a"])
    driver.end("after a")
    #expect(driver.running == ["c"])
  }

  @Test func `a handler that answers with an empty program lets the program continue`() {
    let driver = FrameDriver(.sequence([EffectProgram.emit("a").catch { _ in .none }, .emit("b")]))
    driver.fail("a")
    #expect(driver.running == ["b"])
  }

  @Test func `an error of the answer passes its handler and reaches the next one`() {
    let inner = EffectProgram.emit("a").catch { _ in .emit("inner") }
    let driver = FrameDriver(inner.catch { _ in .emit("outer") })
    driver.fail("a")
    driver.fail("inner")
    #expect(driver.started == ["a", "inner", "outer"])
    driver.fail("outer")
    #expect(driver.uncaught == ["outer"])
    #expect(driver.running.isEmpty)
  }

  // MARK: Cancelling

  @Test func `a cancelled program starts no further member`() {
    let parts: [EffectProgram<String>] = [.sequence([.emit("a"), .emit("b")]), .emit("c")]
    let driver = FrameDriver(.sequence([.merge(parts), .emit("d")]))
    driver.isCancelled = true
    driver.end("a")
    #expect(driver.unfinishedSequences == 0)
    driver.end("c")
    #expect(driver.started == ["a", "c"])
    #expect(driver.running.isEmpty)
  }

  // MARK: Random programs

  @Test(arguments: Rounds.seeds(300))
  func `any program has exactly the expected leaves running`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let shape = ProgramShape.random(depth: 4, name: "0", with: &random)
    let driver = FrameDriver(shape.program)
    var ended: Set<String> = []
    var failed: Set<String> = []
    while let leaf = random.pick(driver.running.sorted()) {
      // Answers to errors may fail too, but not for ever.
      if random.happens(onceIn: 3), leaf.count(where: { $0 == "!" }) < 3 {
        failed.insert(leaf)
        driver.fail(leaf)
      } else {
        ended.insert(leaf)
        driver.end(leaf)
      }
      let standing = shape.standing(ended: ended, failed: failed)
      try #require(driver.running == standing.running, "after \(leaf)")
      try #require(driver.unfinishedSequences == standing.unfinishedSequences, "after \(leaf)")
      try #require(driver.uncaught.sorted() == standing.uncaught.sorted(), "after \(leaf)")
    }
    #expect(shape.standing(ended: ended, failed: failed).hasEnded)
    #expect(Set(driver.started).count == driver.started.count)
  }

  @Test(arguments: Rounds.seeds(100))
  func `any program that is cancelled while it runs starts nothing more and leaves no sequence unfinished`(seed: Int) {
    var random = SplitMix64(seed: seed)
    let driver = FrameDriver(ProgramShape.random(depth: 4, name: "0", with: &random).program)
    for _ in 0..<random.number(below: 6) {
      driver.end(random.pick(driver.running.sorted()) ?? "")
    }
    driver.isCancelled = true
    let started = driver.started
    while let leaf = random.pick(driver.running.sorted()) {
      driver.end(leaf)
    }
    #expect(driver.started == started)
    #expect(driver.unfinishedSequences == 0)
  }
}
