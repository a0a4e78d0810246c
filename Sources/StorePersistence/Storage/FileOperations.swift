import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Bionic)
import Bionic
#endif

/// The operations of a file system that a save is made of, each of which may fail or be the last one.
protocol FileOperations: Sendable {
  /// Makes a directory and those above it, if it is not there, and its name durable.
  func makeDirectory(_ path: String) throws

  /// Calls `body` while no other process, and nothing else in this one, has the lock of a path; throws if it is not free in
  /// time.
  func withLock<Result>(_ path: String, _ body: () throws -> Result) throws -> Result

  /// The bytes of a file, or its first ones; `nil` if there is none.
  func read(_ path: String, limit: Int?) throws -> Data?

  /// Makes a file of bytes, or replaces what it has.
  func write(_ bytes: Data, to path: String) throws

  /// Makes the bytes of a file durable.
  func sync(_ path: String) throws

  /// Gives a file a second name; `false` if something has that name.
  func link(_ path: String, to other: String) throws -> Bool

  /// Renames a file, in place of one that has the name.
  func rename(_ path: String, to other: String) throws

  /// Makes the names in a directory durable.
  func syncDirectory(_ path: String) throws

  /// The names in a directory.
  func names(in directory: String) throws -> [String]
}

/// The failure of a system call.
struct FileError: Error, CustomStringConvertible {
  let call: String
  let path: String
  let code: Int32

  var description: String { "\(call) of '\(path)': \(String(cString: strerror(code)))" }
}

/// The failure to get a lock in time.
struct LockedFile: Error, CustomStringConvertible {
  let path: String
  let wait: Duration

  var description: String {
    """
    another process has the lock of '\(path)', and has not let go of it for \(wait). It is writing, stopped, or hangs: if it \
    hangs, end it, which frees the lock
    """
  }
}

/// The failure to make the directory of a storage.
struct NoDirectory: Error, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String { "the directory '\(path)' cannot be made: \(reason)" }
}

/// The operations of the system.
struct SystemFiles: FileOperations {
  /// How long a lock is waited for: far longer than a save takes.
  var longestWait = Duration.seconds(5)
  /// Waits before a lock is tried again.
  var pause: @Sendable () -> Void = { usleep(1_000) }

  func makeDirectory(_ path: String) throws {
    guard !FileManager.default.fileExists(atPath: path) else { return }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw NoDirectory(path: path, reason: error.localizedDescription)
    }
    try syncDirectory(URL(filePath: path).deletingLastPathComponent().path)
  }

  func withLock<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    try withFile(path, O_RDWR | O_CREAT) { file in
      try lock(file, path)
      // Closing the file unlocks it, and so does the end of the process.
      return try body()
    }
  }

  /// Tries again and again: a call that waits for a lock has no limit.
  private func lock(_ file: Int32, _ path: String) throws {
    let deadline = ContinuousClock.now + longestWait
    while true {
      do {
        try check("lock", path) { flock(file, LOCK_EX | LOCK_NB) }
        return
      } catch let error as FileError where error.code == EWOULDBLOCK {
        guard ContinuousClock.now < deadline else { throw LockedFile(path: path, wait: longestWait) }
        pause()
      }
    }
  }

  func read(_ path: String, limit: Int?) throws -> Data? {
    do {
      return try withFile(path, O_RDONLY) { file in
        var bytes = Data()
        var part = [UInt8](repeating: 0, count: limit ?? 1 << 16)
        while limit.map({ bytes.count < $0 }) ?? true {
          let count = try check("read", path) { systemRead(file, &part, part.count) }
          guard count > 0 else { break }
          bytes.append(contentsOf: part[..<count])
        }
        return bytes
      }
    } catch let error as FileError where error.call == "open" && error.code == ENOENT {
      return nil
    }
  }

  func write(_ bytes: Data, to path: String) throws {
    try withFile(path, O_WRONLY | O_CREAT | O_TRUNC) { file in
      // The pointer is used inside the call, and only for the bytes that it has.
      try bytes.withUnsafeBytes { bytes in
        var written = 0
        while written < bytes.count {
          let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
          written += try check("write", path) { systemWrite(file, rest.baseAddress, rest.count) }
        }
      }
    }
  }

  func sync(_ path: String) throws {
    _ = try withFile(path, O_RDONLY) { file in
      #if canImport(Darwin)
      // 'fsync' leaves the bytes in the device's cache there.
      try check("sync", path) { fcntl(file, F_FULLFSYNC) }
      #else
      try check("sync", path) { fsync(file) }
      #endif
    }
  }

  func link(_ path: String, to other: String) throws -> Bool {
    do {
      try check("link", other) { systemLink(path, other) }
      return true
    } catch let error as FileError where error.code == EEXIST {
      return false
    }
  }

  func rename(_ path: String, to other: String) throws {
    try check("rename", path) { systemRename(path, other) }
  }

  func syncDirectory(_ path: String) throws {
    _ = try withFile(path, O_RDONLY) { file in
      try check("sync", path) { fsync(file) }
    }
  }

  func names(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory)
  }

  private func withFile<Result>(_ path: String, _ flags: Int32, _ body: (Int32) throws -> Result) throws -> Result {
    let file = try check("open", path) { open(path, flags | O_CLOEXEC, 0o600) }
    defer { close(file) }
    return try body(file)
  }

  /// Repeats a call that a signal has interrupted, and throws if it fails.
  @discardableResult
  private func check<Number: SignedInteger>(_ call: String, _ path: String, _ body: () -> Number) throws -> Number {
    while true {
      let result = body()
      guard result < 0 else { return result }
      guard errno == EINTR else { throw FileError(call: call, path: path, code: errno) }
    }
  }
}

// Outside of the type, whose methods have the same names.

private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, bytes, count)
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(file, bytes, count) }

private func systemLink(_ path: String, _ other: String) -> Int32 { link(path, other) }

private func systemRename(_ path: String, _ other: String) -> Int32 { rename(path, other) }
