import FeatureEngine

/// A search as a plain view model, as one is written without a second thought.
@MainActor
@Observable
final class SearchModel {
  var results: [String] = []
  var isLoading = false
  var errorMessage: String?
  var likes = 0

  private let service: SearchService

  init(service: SearchService) {
    self.service = service
  }

  func load(_ text: String) async {
    isLoading = true
    errorMessage = nil
    do {
      results = try await service.search(text)
    } catch {
      errorMessage = error.localizedDescription
    }
    isLoading = false
  }

  func like() async {
    let count = likes
    guard (try? await service.search("like")) != nil else { return }
    likes = count + 1
  }
}
