import ElmEngine
import Foundation
import StorePersistence
import StoreTesting
import Testing
import _StoreTestSupport

/// The bytes of all versions of a value, as they were saved once.
@MainActor
@Suite final class VersionTests {
  private struct Second: Codable, Sendable {
    let id: Int
    let title: String
  }

  private struct Third: Codable, Sendable { let notes: [Second] }

  private struct Refused: Error, CustomStringConvertible {
    let description = "it was refused"
  }

  private let bench = TestBench(isTraced: false)
  private let folder = FileManager.default.temporaryDirectory.appending(path: "versions-\(UUID().uuidString)")
  private let versions = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Versions")
  private let notes = [Note(id: 0, text: "Milk"), Note(id: 1, text: "Bread")]
  private let saved = Saved("notes", version: 4, [Note].self)
    .migrating(from: 3, Third.self) { third in third.notes.map { Note(id: $0.id, text: $0.title) } }
    .migrating(from: 2, [Second].self) { Third(notes: $0) }
    .migrating(from: 1, [String].self) { texts in texts.enumerated().map { Second(id: $0, title: $1) } }
  /// The app before the last version.
  private let older = Saved("notes", version: 3, Third.self)
    .migrating(from: 2, [Second].self) { Third(notes: $0) }
    .migrating(from: 1, [String].self) { _ in throw Refused() }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func bytes(_ version: Int) throws -> Data {
    try Data(contentsOf: versions.appending(path: "notes.version-\(version)"))
  }

  /// A storage with the bytes of a version.
  private func storage(_ version: Int) throws -> FileStorage {
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try bytes(version).write(to: folder.appending(path: "notes.saved"))
    return FileStorage(directory: folder)
  }

  private func kept(_ name: String) -> Data? { FileManager.default.contents(atPath: folder.path + "/" + name) }

  private func words(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "nothing was thrown"
    } catch { return "\(error)" }
  }

  @Test func `each version loads, and is saved again beside its bytes`() async throws {
    #expect(try saved.loadVersions(in: versions, example: []) == [1: notes, 2: notes, 3: notes, 4: notes])
    for version in 1...4 {
      let storage = try storage(version)
      let loaded = saved.load(from: storage)
      #expect(loaded.value == notes)
      let store = makeElm(bench.options, Notebook(notes: loaded.value ?? []))
      let saving = store.persist(\.notes, as: loaded)
      try await saving.save()
      #expect(try storage.read("notes")?.version == 4)
      #expect(kept("notes.version-\(version)") == (version == 4 ? nil : try bytes(version)))
      guard case .restored = saved.load(from: storage).outcome else {
        Issue.record("Version \(version) was not saved.")
        continue
      }
    }
  }

  @Test func `a step that throws leaves the bytes, and is said`() async throws {
    let storage = try storage(1)
    let loaded = older.load(from: storage)
    guard case .damaged("it was refused") = loaded.outcome else {
      Issue.record("It was \(loaded.outcome).")
      return
    }
    let store = makeElm(bench.options)
    store.send(.add("Tea"))
    let saving = store.persist(
      \.notes,
      as: loaded,
      value: { notes in Third(notes: notes.map { Second(id: $0.id, title: $0.text) }) },
      failed: { .failed("\($0)") }
    )
    #expect(kept("notes.saved") == (try bytes(1)))
    try await saving.save()
    #expect(kept("notes.damaged-1") == (try bytes(1)))
    #expect(older.load(from: storage).value?.notes.map(\.title) == ["Tea"])
    let said = words { _ = try older.loadVersions(in: versions, example: Third(notes: [])) }
    #expect(
      said.hasPrefix("'\(versions.path)/notes.version-1' is not loaded: it was refused. If the type has changed,")
    )
  }

  @Test func `a downgrade leaves the bytes alone, and is said`() async throws {
    let storage = try storage(4)
    let loaded = older.load(from: storage)
    guard case .newer(version: 4) = loaded.outcome else {
      Issue.record("It was \(loaded.outcome).")
      return
    }
    let store = makeElm(bench.options)
    let saving = store.persist(
      \.notes,
      as: loaded,
      value: { notes in Third(notes: notes.map { Second(id: $0.id, title: $0.text) }) },
      failed: { .failed("\($0)") }
    )
    for text in ["a", "b"] {
      store.send(.add(text))
      await bench.clock.advance(by: .seconds(2))
    }
    await #expect(throws: PersistenceFailure.self) { try await saving.save() }
    #expect(kept("notes.saved") == (try bytes(4)))
    #expect(store.state.failures.count == 1)
    // Back in the app of the newer version.
    #expect(saved.load(from: storage).value == notes)
    let said = words {
      _ = try Saved("notes", version: 3, Third.self)
        .migrating(from: 2, [Second].self) { Third(notes: $0) }
        .migrating(from: 1, [String].self) { _ in Third(notes: []).notes }
        .loadVersions(in: versions, example: Third(notes: []))
    }
    #expect(
      said == "'\(versions.path)/notes.version-4' is of a version that 'notes' does not know. Add a migration from it."
    )
  }

  @Test func `the bytes of the present version are made once, and then loaded`() throws {
    let page = Saved("Page", version: 2, [Int].self).migrating(from: 1, Int.self) { [$0] }
    let first = folder.appending(path: "%50age.version-1")
    let second = folder.appending(path: "%50age.version-2")
    #expect(
      words { _ = try page.loadVersions(in: folder, example: [7]) }.hasPrefix("'\(first.path)' is missing. Have an app")
    )
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    let alone = Saved("Page", version: 2, [Int].self)
    #expect(
      words { _ = try alone.loadVersions(in: folder, example: [7]) }
        == "'\(second.path)' was missing, and has been made. Look at it, check it in, and run the test again."
    )
    #expect(try alone.loadVersions(in: folder, example: [8]) == [2: [7]])
    // A type that has changed without a new version.
    let changed = Saved("Page", version: 2, String.self)
    let said = words { _ = try changed.loadVersions(in: folder, example: "") }
    #expect(said.hasSuffix("If the type has changed, raise the version of 'Page', and add a migration from 2."))
    try FileManager.default.moveItem(at: second, to: first)
    #expect(
      words { _ = try page.loadVersions(in: folder, example: []) }.contains("its header says that its version is 2.")
    )
    try Data("no header".utf8).write(to: first)
    #expect(words { _ = try page.loadVersions(in: folder, example: []) }.contains("does not begin with a header."))
  }
}
