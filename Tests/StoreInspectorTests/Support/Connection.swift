import Foundation

/// What a server has answered.
struct Reply: Sendable {
  let status: Int
  /// The headers, by their names in small letters.
  let headers: [String: String]
  let body: String

  /// The body as an object of JSON; empty if it is none.
  var json: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any] ?? [:]
  }

  func int(_ key: String) -> Int? { json[key] as? Int }

  func string(_ key: String) -> String? { json[key] as? String }

  func objects(_ key: String) -> [[String: Any]] { json[key] as? [[String: Any]] ?? [] }

  /// Why there is no answer.
  var error: String { string("error") ?? "" }
}

/// A connection of a plain client, which sends what it likes.
struct Connection: Sendable {
  struct Failure: Error {
    let words: String
  }

  private let file: Int32

  /// Connects to a port of this machine.
  init(to port: UInt16, at address: String = "127.0.0.1") throws {
    #if canImport(Glibc)
    file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    file = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard file >= 0 else { throw Failure(words: "no socket: \(errno)") }
    // No process of another test gets it.
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    place.sin_addr.s_addr = inet_addr(address)
    let status = withUnsafePointer(to: &place) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
        connect(file, place, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else {
      Foundation.close(file)
      throw Failure(words: "refused: \(errno)")
    }
    #if canImport(Darwin)
    var one: Int32 = 1
    setsockopt(file, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  func close() { Foundation.close(file) }

  /// Sends a text, as far as the server takes it.
  func send(_ text: String) async {
    await away {
      var bytes = Array(text.utf8)[...]
      while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { write($0) }
        guard count > 0 else { return }
        bytes = bytes.dropFirst(count)
      }
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
    Foundation.send(file, bytes.baseAddress, bytes.count, 0)
    #else
    Foundation.send(file, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
  }

  /// Reads an answer; `nil` if the server ends the connection before its end.
  func reply() async -> Reply? {
    await away {
      var data = Data()
      let separator = Data("\r\n\r\n".utf8)
      while true {
        if let end = data.range(of: separator) {
          let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
          let headers = lines.dropFirst().reduce(into: [String: String]()) { headers, line in
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if parts.count == 2 { headers[parts[0].lowercased()] = parts[1] }
          }
          let length = Int(headers["content-length"] ?? "") ?? 0
          let body = data[end.upperBound...]
          if body.count >= length {
            let status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
            return Reply(status: status, headers: headers, body: String(decoding: body.prefix(length), as: UTF8.self))
          }
        }
        guard let more = read() else { return nil }
        data += more
      }
    }
  }

  /// Reads until the server ends the connection; returns how much that was.
  @discardableResult
  func readToEnd() async -> Int {
    await away {
      var count = 0
      while let more = read() { count += more.count }
      return count
    }
  }

  private func read() -> Data? {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = recv(file, &buffer, buffer.count, 0)
    return count > 0 ? Data(buffer.prefix(count)) : nil
  }

  /// Runs what blocks a thread on one of its own: a queue of the system waits long before it starts more than the machine
  /// has processors.
  private func away<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }
}
