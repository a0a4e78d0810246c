import Contacts
import SwiftUI

#if os(macOS)
// Without a bundle, as 'swift run' starts it, a program gets neither keys nor a place in the Dock by itself.
NSApplication.shared.setActivationPolicy(.regular)
NSApplication.shared.activate()
#endif
ContactsApp.main()
