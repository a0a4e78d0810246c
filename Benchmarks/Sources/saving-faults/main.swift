import ElmEngine
import Foundation
import StorePersistence

// Saves and loads in a folder that one command breaks and another one mends: see Scripts/check-faults.
//
//   saving-faults save FOLDER BREAK MEND REASON    the failure has to have the words of the reason
//   saving-faults load FOLDER BREAK MEND REASON

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 5, let kind = arguments.first, ["save", "load"].contains(kind) else {
  fatalError("usage: saving-faults save|load FOLDER BREAK MEND REASON")
}
let saved = Saved("text", String.self)
let storage = FileStorage(directory: URL(filePath: arguments[2], directoryHint: .isDirectory))
let (breaking, mending, reason) = (arguments[3], arguments[4], arguments[5])

func run(_ command: String) {
  let shell = Process()
  shell.executableURL = URL(filePath: "/bin/sh")
  shell.arguments = ["-c", command]
  do { try shell.run() } catch { fatalError("\(error)") }
  shell.waitUntilExit()
  guard shell.terminationStatus == 0 else { fatalError("'\(command)' ended with status \(shell.terminationStatus).") }
}

func expect(_ words: String, to contain: String) {
  guard words.contains(contain) else { fatalError("It says '\(words)', and not '\(contain)'.") }
}

@MainActor
func expectSaved(_ text: String) {
  let loaded = saved.load(from: storage)
  guard loaded.value == text else { fatalError("It is \(loaded.outcome), with \(loaded.value?.count ?? 0) letters.") }
}

@MainActor
func makeStore() -> (store: Store<String, String>, saving: Persistence) {
  let store = Store<String, String>(initialState: "") { _, text in (text, .none) }
  return (store, store.persist(\.self, as: saved.load(from: storage), every: .zero))
}

/// Returns why a save fails.
@MainActor
func failure(of saving: Persistence) async -> String {
  do {
    try await saving.save()
    fatalError("It was saved.")
  } catch { return "\(error)" }
}

do {
  let (store, saving) = makeStore()
  store.send("first")
  try await saving.save()
  if kind == "save" {
    run(breaking)
    let second = String(repeating: "second ", count: 10_000)
    store.send(second)
    expect(await failure(of: saving), to: reason)
    guard case .failing = saving.status else { fatalError("It is \(saving.status).") }
    expectSaved("first")
    run(mending)
    try await saving.save()
    guard case .saved = saving.status else { fatalError("It is \(saving.status).") }
    expectSaved(second)
  }
}
if kind == "load" {
  run(breaking)
  do {
    guard case .unreadable(let error) = saved.load(from: storage).outcome else { fatalError("It was read.") }
    expect("\(error)", to: reason)
    let (store, saving) = makeStore()
    store.send("over it")
    expect(await failure(of: saving), to: reason)
    guard case .refused = saving.status else { fatalError("It is \(saving.status).") }
  }
  run(mending)
  expectSaved("first")
}
