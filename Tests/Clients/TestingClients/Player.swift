// The types of a feature as a user writes them: none says to which actor it belongs.

struct Song: Equatable, Identifiable {
  let id: Int
  var title = ""
  var plays = 0
}

struct Player: Equatable {
  var songs: [Song] = []
  var current: Song?
  var volume = Volume()
  var error: String?
}

struct Volume: Equatable {
  var level = 5
}

enum PlayerAction: Equatable {
  case load
  case loaded([Song])
  case play(Int)
  case played
  case stop
  case failed(PlayerError)
  case renamed(Int, String)
  case volume(VolumeAction)

  var songs: [Song]? { if case .loaded(let songs) = self { songs } else { nil } }
}

enum VolumeAction: Equatable {
  case louder
}

struct PlayerError: Error, Equatable {
  var code = 0
}

struct Offline: Error {}

// An extension belongs to the main actor even if it is of an error, which by itself does not.
extension Offline: Equatable {}

let library = [Song(id: 1, title: "a"), Song(id: 2, title: "b")]
