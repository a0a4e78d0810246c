import EffectViewEngine
import ElmEngine
import StoreSimulation

/// A cart asks the catalogue's store for prices when its items arrive, and gets none if that has not loaded yet.
extension PlantedBug {
  static let orderOfTwoStores = PlantedBug(
    name: "order of two stores",
    plays: [
      (
        "elm",
        { bench, isMended in
          let catalogue = OrderOfTwoStores.elmCatalogue(bench)
          let cart = OrderOfTwoStores.elmCart(bench) { catalogue.state["tea"] ?? 0 }
          if isMended { catalogue.subscribe { _ in cart.send(.pricesChanged) } }
          await OrderOfTwoStores.play(catalogue, cart, bench)
        }
      ),
      (
        "effectview",
        { bench, isMended in
          let catalogue = OrderOfTwoStores.effectViewCatalogue(bench)
          let cart = OrderOfTwoStores.effectViewCart(bench) { catalogue.state["tea"] ?? 0 }
          if isMended { catalogue.subscribe { _ in cart.send(.pricesChanged) } }
          await OrderOfTwoStores.play(catalogue, cart, bench)
        }
      ),
    ]
  )
}

@MainActor
private enum OrderOfTwoStores {
  enum CatalogueAction: Sendable {
    case appeared
    case loaded([String: Int])
  }

  struct Cart {
    var count = 0
    var total = 0
  }

  enum CartAction: Sendable {
    case appeared
    case loaded(Int)
    case pricesChanged
  }

  static func elmCatalogue(_ bench: TestBench) -> ElmEngine.Store<[String: Int], CatalogueAction> {
    ElmEngine.Store(initialState: [:], options: bench.options) { prices, action in
      switch action {
      case .appeared:
        return .cancellable({ .loaded(["tea": 3]) }, "prices")
      case .loaded(let loaded):
        prices = loaded
        return .none
      }
    }
  }

  static func effectViewCatalogue(_ bench: TestBench) -> EffectHost<[String: Int], CatalogueAction, Void> {
    let host = EffectHost<[String: Int], CatalogueAction, Void>(state: [:], options: bench.options) { prices, event in
      switch event {
      case .appeared:
        return .task(name: "prices") { input, _ in input(.loaded(["tea": 3])) }
      case .loaded(let loaded):
        prices = loaded
        return nil
      }
    }
    host.appear()
    return host
  }

  static func elmCart(_ bench: TestBench, price: @escaping @MainActor () -> Int) -> ElmEngine.Store<Cart, CartAction> {
    ElmEngine.Store(initialState: Cart(), options: bench.options) { cart, action in
      switch action {
      case .appeared:
        return .cancellable({ .loaded(2) }, "cart")
      case .loaded(let count):
        cart.count = count
        cart.total = count * price()
        return .none
      case .pricesChanged:
        cart.total = cart.count * price()
        return .none
      }
    }
  }

  static func effectViewCart(
    _ bench: TestBench,
    price: @escaping @MainActor () -> Int
  ) -> EffectHost<Cart, CartAction, Void> {
    let host = EffectHost<Cart, CartAction, Void>(state: Cart(), options: bench.options) { cart, event in
      switch event {
      case .appeared:
        return .task(name: "cart") { input, _ in input(.loaded(2)) }
      case .loaded(let count):
        cart.count = count
        cart.total = count * price()
        return nil
      case .pricesChanged:
        cart.total = cart.count * price()
        return nil
      }
    }
    host.appear()
    return host
  }

  static func play(
    _ catalogue: some StoreEngine<[String: Int], CatalogueAction>,
    _ cart: some StoreEngine<Cart, CartAction>,
    _ bench: TestBench
  ) async {
    bench.finally(catalogue, "the prices have come") { !$0.isEmpty }
    bench.finally(cart, "the cart has its total") { $0.total == 6 }
    await bench.step("opens the shop") { catalogue.send(.appeared) }
    await bench.step("opens the cart", at: .milliseconds(500)) { cart.send(.appeared) }
  }
}
