import EffectViewEngine
import ElmEngine

// Breaks the rule that its argument names. What a release build says then is checked by the step `release` of .ci/run.

@MainActor
final class Owner {
  var read: () -> Void = {}
}

let owner = Owner()

switch CommandLine.arguments.dropFirst().first {
case "read":
  let store = ElmEngine.Store<Int, Int>(initialState: 0) { state, action in
    owner.read()
    return (state + action, .none)
  }
  owner.read = { _ = store.state }
  store.send(1)
case "write":
  let host = EffectHost<Int, Int, Void>(state: 0) { _, _ in
    owner.read()
    return nil
  }
  owner.read = { host.state = 1 }
  host.send(1)
case "lifts":
  let child = ComposedReducer<Int, Int> { _, _ in .none }
  _ = child.lifting(
    child,
    at: Child(\.self, id: "child") {
      $0
    } extract: {
      $0
    }
  )
  .lifting(
    child,
    at: Child(\.self, id: "child") {
      $0
    } extract: {
      $0
    }
  )
case "policy":
  _ = RetryPolicy(attempts: 0)
default:
  print("usage: broken-rules read|write|lifts|policy")
}
