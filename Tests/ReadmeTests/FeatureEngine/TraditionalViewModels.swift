#if canImport(Combine)
import Combine
import Foundation

// The view models that the reference's "Why ViewFeature?" compares features with. They need Combine.

// Compare: Traditional approach
@MainActor  // ⚠️ Must remember to add this
private class UserViewModel: ObservableObject {
  @Published var user: User?
  @Published var isLoading = false
  private let api = Service()

  func load() async {
    // Easy to forget await MainActor.run { ... }
    isLoading = true
    let user = try? await api.fetchUser()
    self.user = user  // ⚠️ Is this on MainActor?
    isLoading = false
  }
}

// Old way - manual threading
@MainActor
private class ViewModel: ObservableObject {
  @Published var data: [Item] = []
  private let api = Service()

  func load() {
    Task {
      // The sample has no 'try', which this package's service needs.
      let items = try await api.fetch()
      await MainActor.run {  // ⚠️ Easy to forget!
        self.data = items
      }
    }
  }
}
#endif
