import ReduxBridge

// Words that Combine shares with other libraries, such as a database's `Record`, stay free in a file that imports only
// ReduxBridge.

private func row(_ record: Record<Int, Never>) {}  // ❌ Error: "cannot find type 'Record' in scope"

private func answer(_ future: Future<Int, Never>) {}  // ❌ Error: "cannot find type 'Future' in scope"

@MainActor
private func pipeline(_ texts: PassthroughSubject<String, Never>) -> AnyCancellable {
  texts.removeDuplicates().map(\.count).filter { $0 > 2 }.sink { print($0) }
}
