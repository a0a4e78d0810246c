import StoreCore

/// A feature that scenarios drive, as far as it is the same on every engine.
///
/// Its properties are the parameters that a scenario may give, each with a default. What differs is a file for each
/// engine, with the feature as an app on that engine has it.
protocol LabFeature: Decodable, Equatable, Sendable {
  associatedtype Action: FeatureAction
  associatedtype State: FeatureState
  /// The services that the feature uses.
  associatedtype Environment: Sendable

  /// The name in scenario files.
  static var name: String { get }

  static func maker(on engine: LabEngine) -> Host<Self>.Maker

  typealias Readers = KeyValuePairs<String, (inout Self, any Decoder) throws -> Void>

  /// How each parameter is decoded, by its key, in the order in which messages name them.
  static var readers: Readers { get }

  init()

  /// Reads the files that the feature needs, if it needs any.
  func files(inFolderAt path: String) throws(LabError) -> Corpus

  func environment(in world: World) -> Environment

  /// Says where the scenario is played, in a few words for the head of a report.
  func setting(files: Corpus) -> String
}

extension LabFeature {
  init(from decoder: any Decoder) throws {
    self.init()
    let readers = Self.readers
    let hint = "The parameters of '\(Self.name)' are \(readers.map(\.key).phrase("and"))."
    let members = try decoder.members(orElse: "'parameters' must be an object", hint: hint)
    try members.read { name in
      readers.first { $0.key == name }?.value
    } _: { read, value in
      try read(&self, value)
    }
  }

  func files(inFolderAt path: String) -> Corpus { .empty }
}

/// What happens in a feature, and what reports tell of it in words that all engines share.
protocol FeatureAction: Equatable, Sendable {
  typealias Commands = KeyValuePairs<String, (any Decoder) throws -> Self>

  /// How each thing that a user can do is decoded, by its key in a step, in the order in which messages name them.
  static var commands: Commands { get }

  /// What a report tells, or nil where it leaves the action out.
  var event: FeatureEvent? { get }

  /// Whether the action is an element of a stream, and so may have waited to be handled.
  var isElement: Bool { get }

  /// What a report tells of work that was cancelled, or that newer work of the same name has replaced.
  static func text(ofStopped work: String, _ outcome: EffectOutcome) -> String
}

extension FeatureAction {
  var isElement: Bool { false }

  static func text(ofStopped work: String, _ outcome: EffectOutcome) -> String { "\(work.printable) \(outcome)" }
}

struct FeatureEvent: Equatable, Sendable {
  /// What an event means for the work that a feature does, one at a time.
  enum Work: Equatable, Sendable {
    /// The effect of this name has begun its work; should it be cancelled, a report tells of it.
    case begins(String)
    case ends
  }

  let text: String
  let work: Work?

  init(_ text: String, _ work: Work? = nil) {
    self.text = text
    self.work = work
  }
}

/// What a user of a feature sees, whichever engine it runs on.
protocol FeatureState: Equatable, Sendable {
  init()

  /// What goes on, without what changes all the time: as long as it stays the same, a log shows one line.
  var phase: String { get }
  var progressText: String { get }
  /// The single values that a report shows, and engines have to agree on, whenever they change.
  var rows: [FinalState.Row] { get }
  /// The lists that a report shows, and engines have to agree on, when all is over.
  var lists: [FinalState.List] { get }
}

extension FeatureState {
  var lists: [FinalState.List] { [] }

  var finalState: FinalState { FinalState(rows: rows, lists: lists) }
}

extension Int {
  /// The complete quarters of a whole, of which reports tell instead of every single part; 0 of an unknown whole.
  func quarters(of total: Int) -> Int { total == 0 ? 0 : self * 4 / total }
}
