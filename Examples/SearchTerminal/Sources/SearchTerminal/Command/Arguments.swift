/// The arguments of the command.
struct Arguments: Equatable {
  static let usage = """
    Usage: search-terminal [--limit N] [--inspect] [FOLDER]

    Searches the text files of a folder, of the current one by default, while you type. Where standard input or output
    is no terminal, each line of the input is searched for, and the hits are printed.

      --limit N   stop a search after N hits (default: 200)
      --inspect   print an address first, whose page shows the app's stores
      --help      print this

    Exit status: 0 when something was found, or the app was left; 1 when nothing was found; 2 when the arguments, the
    folder or the input cannot be used; 130 after Ctrl-C.
    """

  var folder = "."
  var limit = 200
  var inspects = false
  var wantsHelp = false

  /// - Throws: ``CommandError`` for arguments that the command does not know.
  init(_ arguments: some Sequence<String>) throws {
    var folders: [String] = []
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h":
        wantsHelp = true
      case "--inspect":
        inspects = true
      case "--limit":
        guard let value = rest.popFirst(), let number = Int(value), number > 0 else {
          throw CommandError("--limit: takes a number from 1")
        }
        limit = number
      case _ where argument.hasPrefix("-"):
        throw CommandError("\(argument): there is no such option")
      default:
        folders.append(argument)
      }
    }
    guard folders.count <= 1 else { throw CommandError("\(folders[1]): one folder is searched, \(folders[0])") }
    folder = folders.first ?? folder
  }
}
