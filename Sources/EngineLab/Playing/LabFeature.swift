import StoreCore

/// The part of a feature driven by scenarios that is the same on every engine.
///
/// Its properties are the parameters that a scenario may give, each with a default. A file for each engine has the
/// feature in the form of that engine.
protocol LabFeature: Decodable, Equatable, Sendable {
  associatedtype Action: FeatureAction
  associatedtype State: FeatureState
  /// The services that the feature uses.
  associatedtype Environment: Sendable

  /// The name in scenario files.
  static var name: String { get }

  static func maker(on engine: LabEngine) -> Host<Self>.Maker

  typealias Readers = KeyValuePairs<String, (inout Self, any Decoder) throws -> Void>

  /// The decoders of the parameters by their keys, in the order in which messages name them.
  static var readers: Readers { get }

  init()

  /// Reads the files that the feature needs, if it needs any.
  func files(inFolderAt path: String) throws(LabError) -> Corpus

  func environment(in world: World) -> Environment

  /// Describes where the scenario is played, in a few words for the head of a report.
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

/// An event of a feature, and its description in reports, in words that all engines share.
protocol FeatureAction: Equatable, Sendable {
  typealias Commands = KeyValuePairs<String, (any Decoder) throws -> Self>

  /// The decoders of the user's commands by their keys in a step, in the order in which messages name them.
  static var commands: Commands { get }

  /// The event in reports, or nil if reports leave the action out.
  var event: FeatureEvent? { get }

  /// Whether the action is an element of a stream, and so may have waited to be handled.
  var isElement: Bool { get }

  /// Returns the report's text for work that was cancelled, or that newer work of the same name has replaced.
  static func text(ofStopped work: String, _ outcome: EffectOutcome) -> String
}

extension FeatureAction {
  var isElement: Bool { false }

  static func text(ofStopped work: String, _ outcome: EffectOutcome) -> String { "\(work.printable) \(outcome)" }
}

struct FeatureEvent: Equatable, Sendable {
  /// The meaning of an event for the work of a feature, which does one thing at a time.
  enum Work: Equatable, Sendable {
    /// The effect of this name has begun its work; if it is cancelled, a report says so.
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

/// The state of a feature as its user sees it, whichever engine it runs on.
protocol FeatureState: Equatable, Sendable {
  init()

  /// The current activity, without details that change all the time: while it stays the same, a log shows one line.
  var phase: String { get }
  var progressText: String { get }
  /// The single values that a report shows whenever they change, and on which engines have to agree.
  var rows: [FinalState.Row] { get }
  /// The lists that a report shows at the end, and on which engines have to agree.
  var lists: [FinalState.List] { get }
}

extension FeatureState {
  var lists: [FinalState.List] { [] }

  var finalState: FinalState { FinalState(rows: rows, lists: lists) }
}

extension Int {
  /// Returns the complete quarters of a whole, which reports show instead of every single part; 0 of an unknown whole.
  func quarters(of total: Int) -> Int { total == 0 ? 0 : self * 4 / total }
}
