import ElmEngine
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Test stores of scopes, while effects run that are not the scope's.
///
/// A result comes only while a step waits.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct ParentEffectTests {
  private let script = Script()

  private func tested(waitLimit: Duration = .zero) -> TestStore<ScopedStore<[String], String>, [String]> {
    TestStore(
      script.store.scope(
        Child(\.self, id: "child") {
          $0
        } extract: {
          $0
        }
      ),
      waitLimit: waitLimit
    )
  }

  private func endless(_ name: EffectID) -> EffectProgram<String> {
    .run(EffectOptions(id: name)) { _ in try await untilCancelled() }
  }

  // The end passed, and the release failed.
  @Test(arguments: [true, false])
  func `a parent's effects are no leftovers of its child`(isFinished: Bool) async {
    let texts = await texts {
      let child = tested()
      script.store.launch(endless("poll"))
      if isFinished { await child.finish() }
      withExtendedLifetime(child) {}
    }
    #expect(texts == [])
  }

  @Test func `at release a child's own effects are reported, by their names in the scope`() async {
    let texts = await texts {
      let child = tested()
      script.store.launch(endless("poll"))
      child.store.launch(endless("load"))
    }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("\n\n  1. effect 'load'\n\n") == true)
  }

  @Test func `a step of a child waits for an action of a parent's effect`() async {
    let gate = Gate()
    let child = tested(waitLimit: .seconds(1_000))
    script.store.launch(
      .run { send in
        await gate.pass()
        send("a")
      }
    )
    child.recorder.notify { gate.open() }
    let texts = await texts { await child.receive("a") { $0 = ["a"] } }
    #expect(texts == [])
    gate.open()
    await child.skipReceived()
    await child.finish()
  }

  @Test func `a step of a child waits for a parent's effect that was cancelled and goes on`() async {
    let gate = Gate()
    let child = tested(waitLimit: .seconds(1_000))
    let store = script.store
    store.launch(
      .run(EffectOptions(id: "stubborn")) { _ in
        await gate.pass()
        // Not from the effect itself, whose actions are dropped.
        await Task.detached { store.enqueue("a") }.value
      }
    )
    await store.settle()
    store.cancel(id: "stubborn")
    child.recorder.notify { gate.open() }
    let texts = await texts { await child.receive("a") { $0 = ["a"] } }
    #expect(texts == [])
    gate.open()
    await child.skipReceived()
    await child.finish()
  }

  @Test func `a child's step that fails names the effects of its parent, too`() async {
    let child = tested()
    script.store.launch(endless("poll"))
    child.store.launch(endless("load"))
    let texts = await texts {
      await child.receive("a")
      // The others would follow from the first.
      await child.skipReceived()
      await child.receive(error: (any Error).self)
      await child.skipReceived()
      await child.expectChange { $0 = ["a"] }
    }
    let end = """
      Effects are running, in the order of their launches:

        1. effect 'poll'
        2. effect 'load'

      Advance the clock that they wait for, or raise the test store's 'waitLimit' for work that takes real time. \
      What may follow from this is not reported, until a step receives what it expects.
      """
    #expect(texts.count == 3)
    for text in texts { #expect(text.hasSuffix(end), "\(text)") }
    await child.finish(ignoring: .runningEffects)
  }
}
