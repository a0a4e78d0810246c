import Foundation
import SearchTerminal

exit(await SearchCommand.run())
