import EffectViewEngine
import ElmEngine
import FeatureEngine
import Observation
import ReduxBridge
import StoreRecording
import Testing

/// The names of a store, as a recorder knows them.
@MainActor
@Suite struct StoreRecordTests {
  @Observable
  fileprivate final class Count { var value = 0 }

  fileprivate struct Counting: Feature {
    typealias State = Count
    typealias Action = Int
    let isSequential: Bool

    func handle() -> ActionHandler<Int, Count> {
      ActionHandler { number, count in
        count.value += number
        return .none
      }
    }
  }

  private struct Adding: FeatureType {
    func reduce(into state: inout Int, action: String) async { state += action.count }
  }

  @Test(arguments: 0..<6) func `each engine gives its name, and the types of its state and its actions`(engine: Int) {
    let recorder = Recorder(Recorder.Limits(states: 0))
    let options = StoreOptions(name: "a", observers: [recorder])
    let expected: [String]
    switch engine {
    case 0:
      let store = ElmEngine.Store(initialState: 0, options: options) { (state: Int, action: String) in
        (state + action.count, .none)
      }
      store.send("a")
      expected = ["ElmEngine.Store", "Int", "String", "false"]
    case 1, 2:
      let store = FeatureEngine.Store(
        initialState: Count(),
        feature: Counting(isSequential: engine == 2),
        ordering: engine == 2 ? .sequential : .concurrent,
        options: options
      )
      store.send(1)
      expected = ["FeatureEngine.Store", "Count", "Int", "true"]
    case 3:
      let host = EffectHost(state: 0, options: options) { (state: inout Int, event: String) in
        state += event.count
        return nil as EffectViewEngine.Effect<String, Void>?
      }
      host.send("a")
      expected = ["EffectViewEngine.EffectHost", "Int", "String", "false"]
    case 4:
      var state = 0
      let accessor = StateAccessor(get: { state }, set: { state = $0 })
      let host = EffectHost(storage: accessor, options: options) { (state: inout Int, event: String) in
        state += event.count
        return nil as EffectViewEngine.Effect<String, Void>?
      }
      host.send("a")
      expected = ["EffectViewEngine.EffectHost", "Int", "String", "false"]
    default:
      let store = ReduxBridge.Store(feature: Adding(), initialState: 0, options: options)
      store.send("a")
      expected = ["ReduxBridge.Store", "Int", "String", "false"]
    }
    let store = recorder.recording.stores.first
    #expect([store?.engine, store?.stateType, store?.actionType, store?.isObject.map { "\($0)" }] == expected)
    let words = expected[3] == "true" ? "\(expected[1]) (an object)" : expected[1]
    #expect(recorder.recording.lines.first == "          a: \(expected[0]), state \(words), actions \(expected[2])")
    let line = recorder.recording.jsonLines().first { $0.contains("\"store\"") && !$0.contains("number") }
    #expect(
      line?.hasSuffix(
        """
        "name":"a","engine":"\(expected[0])","state":"\(expected[1])","isObject":\(expected[3]),\
        "actions":"\(expected[2])"}
        """
      ) == true
    )
  }
}
