import FeatureEngine
import StoreTesting
import Testing

// The uploads of the cookbook, on FeatureEngine.

@MainActor
@Suite struct FeatureUploadsTests {
  @Observable
  final class Uploads {
    var rows: [String: String] = [:]
  }

  struct UploadFeature: Feature {
    typealias State = Uploads

    enum Action: Sendable {
      case upload(String)
      case cancel(String)
      case progress(String, Int)
      case refused(String)
    }

    func handle() -> ActionHandler<Action, Uploads> {
      ActionHandler { action, state in
        switch action {
        case .upload(let file):
          return .run(id: file) { _, send in for await part in upload(file) { send(.progress(file, part)) } }
            .cancellable(id: "uploads")
            .policy(.atMost(2, waiting: 0))
            .onRefused { .refused(file) }
        case .cancel(let file): return .cancel(id: file)
        case .progress(let file, let part): state.rows[file] = "\(part) %"
        case .refused(let file): state.rows[file] = "refused"
        }
        return .none
      }
    }
  }

  private let bench = TestBench(isTraced: false)

  @Test func `two uploads at a time, each with its own name`() async {
    let store = Store(initialState: Uploads(), feature: UploadFeature(), options: bench.options)
    await rehearseUploads(store, upload: { .upload($0) }, cancel: { .cancel($0) }, rows: \.rows)
  }
}
