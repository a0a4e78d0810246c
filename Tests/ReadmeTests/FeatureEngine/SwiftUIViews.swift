#if canImport(SwiftUI)
import FeatureEngine
import SwiftUI

// The views of the references' samples. They are compiled; 'Store(...)' in a sample is written out here.

// MARK: Why ViewFeature?

extension WhyViewFeatureTests {
  // SwiftUI integration is naturally safe
  fileprivate struct CounterView: View {
    @State private var store = Store(initialState: CounterFeature.State(), feature: CounterFeature())

    var body: some View {
      // ✅ No isolation warnings - View and State are both MainActor
      Text("\(store.state.count)")
    }
  }

  // Everything just works - no isolation friction
  fileprivate struct MyView: View {
    @State private var store = Store(initialState: ValueFeature.State(), feature: ValueFeature())

    var body: some View {
      VStack {
        Text("\(store.state.value)")  // ✅ Safe
        Button("Update") {
          store.send(.update)  // ✅ Safe
        }
      }
      .task {
        await store.send(.load).value  // ✅ Safe async
      }
    }
  }
}

// MARK: Quick Start

extension QuickStartTests {
  // 2. Use in SwiftUI
  fileprivate struct CounterView: View {
    @State private var store = Store(
      initialState: CounterFeature.State(),
      feature: CounterFeature()
    )

    var body: some View {
      VStack {
        Text("\(store.state.count)")
          .font(.largeTitle)

        HStack {
          Button("−") { store.send(.decrement) }
          Button("+") { store.send(.increment) }
          Button("Async +") { store.send(.asyncIncrement) }
        }
      }
    }
  }
}

// MARK: Requirements

extension MigrationGuidesTests {
  // No need for explicit @MainActor annotation!
  fileprivate struct MyView: View {
    @State private var store = Store(initialState: CounterFeature.State(), feature: CounterFeature())

    var body: some View {
      Text("\(store.state.count)")  // ✅ Safe!
    }
  }
}

// MARK: Design decisions

extension DesignDecisionsTests {
  fileprivate struct ParentContent: View {
    let store: Store<ParentFeature>

    var body: some View {
      Text("\(store.state.lastValue ?? 0)")
    }
  }

  fileprivate struct ChildView: View {
    let store: Store<ChildFeature>
    var onUpdate: (Int) -> Void = { _ in }

    var body: some View {
      Button("Update") {
        store.send(.update)
        onUpdate(store.state.value)
      }
    }
  }

  // ViewFeature approach - Simple and direct
  fileprivate struct ParentView: View {
    @State private var parentStore = Store(
      initialState: ParentFeature.State(),
      feature: ParentFeature()
    )
    @State private var childStore = Store(
      initialState: ChildFeature.State(),
      feature: ChildFeature()
    )

    var body: some View {
      VStack {
        ParentContent(store: parentStore)
        ChildView(store: childStore)
      }
    }
  }

  fileprivate struct WiredParentView: View {
    @State private var parentStore = Store(initialState: ParentFeature.State(), feature: ParentFeature())
    @State private var childStore = Store(initialState: ChildFeature.State(), feature: ChildFeature())

    var body: some View {
      ChildView(
        store: childStore,
        onUpdate: { value in
          parentStore.send(.childDidUpdate(value))
        }
      )
    }
  }
}

// MARK: Beyond the references: a store in the environment, and a binding that sends an action

extension QuickStartTests {
  fileprivate struct EnvironmentView: View {
    let store: Store<CounterFeature>

    var body: some View {
      CounterReader()
        .environment(store)
    }
  }

  fileprivate struct CounterReader: View {
    @Environment(Store<CounterFeature>.self) private var store

    var body: some View {
      Toggle("On", isOn: store.binding(\.count.isPositive) { $0 ? .increment : .decrement }.animation())
    }
  }
}

extension Int {
  fileprivate var isPositive: Bool { self > 0 }
}
#endif
