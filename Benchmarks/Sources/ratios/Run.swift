import Comparisons
import Foundation

/// All that one run of `ratios` has measured, and where.
struct Run: Codable {
  var machine: String
  var date: Date
  var measurements: [MeasuredComparison]

  static func read(_ path: String) throws -> Run {
    try decoder.decode(Run.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func write(_ path: String) throws {
    try Self.encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return encoder
  }

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  /// The machine's cores and system, without its name.
  static var machine: String {
    let info = ProcessInfo.processInfo
    return "\(info.activeProcessorCount) cores, \(info.operatingSystemVersionString)"
  }
}
