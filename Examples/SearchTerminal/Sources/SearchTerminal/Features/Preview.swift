import ReduxBridge

/// The lines around a hit.
///
/// It has one action, and nothing that could wait for it: another hit has a preview of its own.
struct Preview: FeatureType {
  struct State: Equatable, Sendable {
    let hit: Hit
    var lines: [String] = []
  }

  enum Action: Sendable {
    case read
  }

  let folder: any TextFolder

  func reduce(into state: inout State, action: Action) async {
    do {
      state.lines = try await Self.lines(around: state.hit, in: folder)
    } catch {
      state.lines = ["\(error)"]
    }
  }

  /// Reads the file off the main actor.
  @concurrent
  private static func lines(around hit: Hit, in folder: any TextFolder) async throws -> [String] {
    guard let text = try await folder.text(of: hit.path) else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = max(0, hit.line - 3)
    return lines[first..<min(lines.count, hit.line + 2)].map(String.init)
  }
}

typealias PreviewStore = ReduxBridge.Store<Preview>

extension Preview {
  /// A store that has begun to read.
  @MainActor
  static func makeStore(of hit: Hit, in folder: any TextFolder, options: StoreOptions) -> PreviewStore {
    let store = PreviewStore(feature: Preview(folder: folder), initialState: State(hit: hit), options: options)
    store.send(action: .read)
    return store
  }
}
