#if canImport(SwiftUI)
import ElmEngine
import SwiftUI

// The views of the guide to scoping a store. They are compiled.

struct TaskListView: View {
  let store: Store<TaskList, TaskListAction>

  var body: some View {
    List(store.scopes(items)) { row in
      TaskRow(row: row)
    }
    .navigationTitle(store.title)
  }
}

struct TaskRow: View {
  let row: ScopedStore<TaskItem, TaskItemAction>

  var body: some View {
    HStack {
      Text(row.title)
      Button(row.isDone ? "Done" : "Open") { row.send(.toggled) }
    }
  }
}
#endif
