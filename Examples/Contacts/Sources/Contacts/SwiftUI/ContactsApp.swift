#if canImport(SwiftUI)
import SwiftUI

/// The app, with contacts that need no server.
public struct ContactsApp: App {
  @State private var model = ContactsModel(service: .sample)

  /// Creates the app.
  public init() {}

  /// A window with the list.
  public var body: some Scene {
    WindowGroup {
      NavigationStack {
        ContactListView(model: model)
      }
    }
  }
}
#endif
