import ElmEngine
import StoreTesting
import Testing

// The uploads of the cookbook, on ElmEngine.

private enum UploadAction: Sendable {
  case upload(String)
  case cancel(String)
  case progress(String, Int)
  case refused(String)
}

@MainActor
@Suite struct ElmUploadsTests {
  private let bench = TestBench(isTraced: false)

  @Test func `two uploads at a time, each with its own name`() async {
    let store = Store<[String: String], UploadAction>(initialState: [:], options: bench.options) {
      (rows: inout [String: String], action: UploadAction) in
      switch action {
      case .upload(let file):
        return .run(id: file) { send in for await part in upload(file) { send(.progress(file, part)) } }
          .cancellable(id: "uploads")
          .policy(.atMost(2, waiting: 0))
          .onRefused { .refused(file) }
      case .cancel(let file): return .cancel(id: file)
      case .progress(let file, let part): rows[file] = "\(part) %"
      case .refused(let file): rows[file] = "refused"
      }
      return .none
    }
    await rehearseUploads(store, upload: { .upload($0) }, cancel: { .cancel($0) }, rows: \.self)
  }
}
