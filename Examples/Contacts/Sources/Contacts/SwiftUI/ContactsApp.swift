#if canImport(SwiftUI)
import StoreDatabase
import SwiftUI

/// The app, with contacts that need no server.
public struct ContactsApp: App {
  @State private var opened = Result { try ContactsModel(service: .sample, storage: .contacts()) }

  /// Creates the app.
  public init() {}

  /// A window with the list, or with why there is none.
  public var body: some Scene {
    WindowGroup {
      switch opened {
      case .success(let model):
        NavigationStack {
          ContactListView(model: model)
        }
      case .failure(let error):
        Text("The contacts cannot be opened: \("\(error)")")
      }
    }
  }
}
#endif
