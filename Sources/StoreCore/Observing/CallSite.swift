import Logging

/// A place in a program's source, as the compiler knows it.
public struct CallSite: Sendable {
  /// The module and the name of the file, such as `App/Search.swift`.
  public let fileID: StaticString
  /// The path of the file.
  public let filePath: StaticString
  /// The line, from 1.
  public let line: UInt
  /// The column, from 1.
  public let column: UInt

  /// Creates a location; without arguments it is the place of the call.
  @inlinable
  public init(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  // Not an optional, which is copied at twice the cost.
  /// No place: that of an action which no line of a user's code has sent, such as one that an effect returns.
  @inlinable public static var unknown: CallSite { CallSite(fileID: "", filePath: "", line: 0, column: 0) }

  /// The place, unless it is unknown.
  package var known: CallSite? { line == 0 ? nil : self }

  /// The name of the module.
  var module: String { String(fileID.description.prefix { $0 != "/" }) }
}

extension Logger {
  /// Logs a line with the place of a send, if it is known; below the logger's level nothing is formatted.
  func log(
    _ level: Level,
    _ message: @autoclosure () -> Message,
    _ metadata: @autoclosure () -> Metadata,
    at location: CallSite?
  ) {
    log(
      level: level,
      message(),
      metadata: metadata(),
      source: location?.module ?? "StoreCore",
      file: location?.fileID.description ?? #fileID,
      function: "send",
      line: location?.line ?? #line
    )
  }
}

extension CallSite: Equatable, CustomStringConvertible {
  /// Whether both are the same place.
  public static func == (lhs: CallSite, rhs: CallSite) -> Bool {
    lhs.line == rhs.line && lhs.column == rhs.column && lhs.filePath.description == rhs.filePath.description
  }

  /// The file and the line, such as `App/Search.swift:12`.
  public var description: String { "\(fileID):\(line)" }
}
