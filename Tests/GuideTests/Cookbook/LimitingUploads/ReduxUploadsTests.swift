import ReduxBridge
import StoreTesting
import Testing

// The uploads of the cookbook, on ReduxBridge.

@MainActor
@Suite struct ReduxUploadsTests {
  struct UploadFeature: FeatureType {
    enum Action: Sendable {
      case upload(String)
      case cancel(String)
      case progress(String, Int)
      case refused(String)
    }

    func reduce(into rows: inout [String: String], action: Action) async {
      if case .progress(let file, let part) = action { rows[file] = "\(part) %" }
      if case .refused(let file) = action { rows[file] = "refused" }
    }

    func effect(of action: Action, state: [String: String]) -> EffectProgram<Action> {
      switch action {
      case .upload(let file):
        .run(id: file) { send in for await part in upload(file) { send(.progress(file, part)) } }
          .cancellable(id: "uploads")
          .policy(.atMost(2, waiting: 0))
          .onRefused { .refused(file) }
      case .cancel(let file): .cancel(id: file)
      case .progress, .refused: .none
      }
    }
  }

  private let bench = TestBench(isTraced: false)

  @Test func `two uploads at a time, each with its own name`() async {
    let store = Store(feature: UploadFeature(), initialState: [:], options: bench.options)
    await rehearseUploads(store, upload: { .upload($0) }, cancel: { .cancel($0) }, rows: \.self)
  }
}
