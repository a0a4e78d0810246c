/// A download in chunks, with progress; a new start replaces the previous one.
struct Download: LabFeature {
  /// The size of the file, in KB.
  var size = 1000
  /// The size of a chunk, in KB; the last one may be smaller.
  var chunk = 100
  var chunkTime: Duration = .milliseconds(100)
  /// The KB after which the connection breaks; nil if it does not.
  var breaksAt: Int?

  struct State: Equatable, Sendable {
    var activity = Activity.idle
    var progress = Progress()
  }

  enum Activity: Equatable, Sendable {
    case idle, downloading, finished, cancelled
    case failed(String)
  }

  struct Progress: Equatable, Sendable {
    /// The KB received so far.
    var received = 0
    /// The KB of the whole file; 0 before the first chunk.
    var total = 0
    /// The KB of the last chunk.
    var chunk = 0

    var quarters: Int { received.quarters(of: total) }

    /// Whether the last chunk has completed a quarter of the file.
    var completesQuarter: Bool { quarters > (received - chunk).quarters(of: total) }

    var text: String { total == 0 ? "nothing" : "\(received) of \(total) KB" }
  }

  enum Action: Equatable, Sendable {
    /// Starts the download from its beginning; one that runs is cancelled.
    case startTapped
    case cancelTapped
    case started
    case progressed(Progress)
    case finished
    case failed(message: String)
  }

  struct Environment: Sendable {
    /// The download, from its beginning each time.
    let download: DownloadSequence
  }

  static let name = "download"

  static func maker(on engine: LabEngine) -> Host<Download>.Maker { engine.download }

  static var readers: Readers {
    [
      "size": { $0.size = try $1.integer(in: 1...1_000_000) },
      "chunk": { $0.chunk = try $1.integer(in: 1...1_000_000) },
      "chunkTime": { $0.chunkTime = try $1.time() },
      "breaksAt": { $0.breaksAt = try $1.integer(in: 1...1_000_000) },
    ]
  }

  func environment(in world: World) -> Environment {
    Environment(download: DownloadSequence(parameters: self, clock: world.clock))
  }

  func setting(files: Corpus) -> String { "\(size) KB in chunks of \(chunk) KB, \(chunkTime.shortText) each" }
}

extension Download.State: FeatureState {
  private var words: String {
    if case .failed(let message) = activity { "failed: \(message.printable)" } else { "\(activity)" }
  }

  var phase: String { "\(words) \(progress.quarters)/4" }

  var progressText: String { "\(words), \(progress.text)" }

  var rows: [FinalState.Row] {
    [FinalState.Row("Download", words), FinalState.Row("Received", progress.text)]
  }
}

extension Download.Action: FeatureAction {
  static var commands: Commands {
    ["start": { try $0.confirm(.startTapped) }, "cancel": { try $0.confirm(.cancelTapped) }]
  }

  var event: FeatureEvent? {
    switch self {
    case .startTapped: FeatureEvent("start requested")
    case .cancelTapped: FeatureEvent("cancel requested")
    case .started: FeatureEvent("download started", .begins("download"))
    case .progressed(let progress): progress.completesQuarter ? FeatureEvent("received \(progress.text)") : nil
    case .finished: FeatureEvent("download finished", .ends)
    case .failed(let message): FeatureEvent("download failed: \(message.printable)", .ends)
    }
  }
}

/// A download that takes time on a clock, and yields its progress after each chunk.
struct DownloadSequence: AsyncSequence, AsyncIteratorProtocol, Sendable {
  let parameters: Download
  let clock: any Clock<Duration>
  var received = 0

  func makeAsyncIterator() -> DownloadSequence { self }

  mutating func next() async throws -> Download.Progress? {
    let chunk = Swift.min(parameters.chunk, parameters.size - received)
    guard chunk > 0 else { return nil }
    try await clock.sleep(for: parameters.chunkTime)
    received += chunk
    if received > parameters.breaksAt ?? .max { throw ServiceError(description: "the connection was lost") }
    return Download.Progress(received: received, total: parameters.size, chunk: chunk)
  }
}
