import Contacts
import SwiftUI

ContactsApp.main()
