import ElmEngine
import ReduxBridge
import StoreSimulation

/// A row's image arrives when another row has taken its place, with the same id.
extension PlantedBug {
  static let replacedRow = PlantedBug(
    name: "result for a row that was replaced",
    plays: [
      ("elm", { bench, isMended in await ReplacedRow.play(ReplacedRow.elm(bench, isMended), bench) }),
      ("redux", { bench, isMended in await ReplacedRow.play(ReplacedRow.redux(bench, isMended), bench) }),
    ]
  )
}

@MainActor
private enum ReplacedRow {
  /// A row, whose id is its place.
  struct Row: Identifiable, Sendable {
    let id: Int
    let address: String
    var image: String?

    var isRight: Bool { image == nil || image == "the image at \(address)" }

    mutating func show(_ loaded: String, from address: String, _ isMended: Bool) {
      if !isMended || address == self.address { image = loaded }
    }
  }

  struct List: Sendable {
    var rows: [Row] = []
  }

  enum RowAction: Sendable {
    case appeared
    case loaded(String, address: String)
  }

  enum Action: Sendable {
    case replaced([Row])
    case row(Int, RowAction)
  }

  nonisolated static func image(at address: String) -> RowAction {
    .loaded("the image at \(address)", address: address)
  }

  static func elm(_ bench: TestBench, _ isMended: Bool) -> ElmEngine.Store<List, Action> {
    let row = ComposedReducer { (row: inout Row, action: RowAction) in
      switch action {
      case .appeared:
        return .cancellable({ [address = row.address] in image(at: address) }, "image")
      case .loaded(let image, let address):
        row.show(image, from: address, isMended)
        return .none
      }
    }
    let rows = ChildList(\List.rows, id: "rows", embed: Action.row) { action in
      if case .row(let id, let action) = action { (id, action) } else { nil }
    }
    let list = ComposedReducer { (list: inout List, action: Action) in
      if case .replaced(let rows) = action { list.rows = rows }
      return .none
    }
    .lifting(row, at: rows)
    return ElmEngine.Store(initialState: List(), options: bench.options, reducer: list)
  }

  struct Feed: FeatureType {
    let isMended: Bool

    func reduce(into state: inout List, action: Action) async {
      switch action {
      case .replaced(let rows):
        state.rows = rows
      case .row(let id, .loaded(let image, let address)):
        guard let index = state.rows.firstIndex(where: { $0.id == id }) else { return }
        state.rows[index].show(image, from: address, isMended)
      case .row(_, .appeared):
        break
      }
    }

    func effect(of action: Action, state: List) -> EffectProgram<Action> {
      guard case .row(let id, .appeared) = action, let row = state.rows.first(where: { $0.id == id }) else {
        return .none
      }
      return .task(EffectOptions(id: "image-\(id)")) { .row(id, ReplacedRow.image(at: row.address)) }
    }
  }

  static func redux(_ bench: TestBench, _ isMended: Bool) -> ReduxBridge.Store<Feed> {
    ReduxBridge.Store(feature: Feed(isMended: isMended), initialState: List(), options: bench.options)
  }

  static func play<Engine: StoreEngine<List, Action>>(_ store: Engine, _ bench: TestBench) async {
    bench.always(store, "each row shows its own image") { $0.rows.allSatisfy(\.isRight) }
    await bench.step("opens the list") {
      store.send(.replaced([Row(id: 0, address: "tea"), Row(id: 1, address: "milk")]))
      store.send(.row(0, .appeared))
      store.send(.row(1, .appeared))
    }
    // Rows with the ids of those that are shown do not appear once more.
    await bench.step("sorts the list", at: .seconds(1)) {
      store.send(.replaced([Row(id: 0, address: "milk"), Row(id: 1, address: "tea")]))
    }
  }
}
