import EffectViewEngine
import StoreTesting
import Testing

// The uploads of the cookbook, on EffectViewEngine.

private enum UploadEvent: Sendable {
  case upload(String)
  case cancel(String)
  case progress(String, Int)
  case refused(String)
}

@MainActor
@Suite struct EffectViewUploadsTests {
  private let bench = TestBench(isTraced: false)

  private func update(rows: inout [String: String], event: UploadEvent) -> Effect<UploadEvent, Void>? {
    switch event {
    case .upload(let file):
      return .run(id: file) { input, _ in for await part in upload(file) { input(.progress(file, part)) } }
        .cancellable(id: "uploads")
        .policy(.atMost(2, waiting: 0))
        .onRefused { .refused(file) }
    case .cancel(let file): return .cancel(id: file)
    case .progress(let file, let part): rows[file] = "\(part) %"
    case .refused(let file): rows[file] = "refused"
    }
    return nil
  }

  @Test func `two uploads at a time, each with its own name`() async {
    let host = EffectHost(state: [:], options: bench.options, update: update)
    host.appear()
    await rehearseUploads(host, upload: { .upload($0) }, cancel: { .cancel($0) }, rows: \.self)
  }
}
