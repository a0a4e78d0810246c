import EffectViewEngine
import Testing

// The reference's recipes: setup chain, cancel before starting, awaiting a sub-operation.

private enum RecipeView {
  struct Config: Equatable {
    static let `default` = Config()
  }

  struct ViewState {
    var config: Config?
    var log: [String] = []
  }

  enum Event {
    case appeared
    case loadConfig
    case refresh
    case refreshed(String)
    case upload
    case prepareUpload
    case prepared
    case uploadFinished(String)
  }

  struct Env {
    var load: @Sendable () async -> String
    var upload: @Sendable () async -> String
  }

  static func update(state: inout ViewState, event: Event) -> Effect<Event, Env>? {
    switch event {
    case .appeared:
      return .action { _ in .loadConfig }  // processed synchronously before any external event
    case .loadConfig:
      state.config = Config.default
      return .task { input, env in }

    case .refresh:
      return .sequence([
        .cancel("load"),
        .task(name: "load") { input, env in
          let text = await env.load()
          input(.refreshed(text))
        },
      ])
    case .refreshed(let text):
      state.log.append(text)
      return nil

    case .upload:
      return .task { input, env in
        await input.perform(.prepareUpload)  // waits for prepareUpload's full effect chain
        let result = await env.upload()
        input(.uploadFinished(result))
      }
    case .prepareUpload:
      return .task { input, env in input(.prepared) }
    case .prepared:
      state.log.append("prepared")
      return nil
    case .uploadFinished(let result):
      state.log.append(result)
      return nil
    }
  }
}

@MainActor
@Suite struct RecipeTests {
  private let host = EffectHost(
    state: RecipeView.ViewState(),
    initialEnv: RecipeView.Env(load: { "loaded" }, upload: { "uploaded" }),
    update: RecipeView.update
  )

  @Test func `a setup chain has run when send returns`() {
    host.input.send(.appeared)
    #expect(host.state.config == RecipeView.Config.default)
  }

  @Test func `a stale task is cancelled before a new one starts`() async {
    let stale = host.send(.refresh)
    await host.input.perform(.refresh)
    await stale.tree
    #expect(host.state.log == ["loaded"])
  }

  @Test func `a task waits for everything that another event causes`() async {
    await host.input.perform(.upload)
    #expect(host.state.log == ["prepared", "uploaded"])
  }

  @Test func `a value is read from the state once everything has settled`() async {
    let log = await host.input.perform(.upload, returning: \RecipeView.ViewState.log)
    #expect(log == ["prepared", "uploaded"])
    let count = await host.input.perform(.upload) { (state: RecipeView.ViewState) in state.log.count }
    #expect(count == 4)
  }
}
