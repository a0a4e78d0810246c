import EffectViewEngine
import ElmEngine
import FeatureEngine
import Foundation
import ReduxBridge
import StoreInspector

// An app for the checks of the inspector. It prints the inspector's address, then obeys the commands on standard input,
// one in a line, and prints a line of JSON when each is done. It ends with its input.
//
//   inspected-app [--port N] [--token T] [--control] [--records N] [--second T]
//
//   act N             N actions of the counter
//   say TEXT          an action of the counter with this text, with \e for the escape character
//   type TEXT         a search, which replaces the one before
//   hang              an effect that waits for half an hour
//   upload N          an upload, which is queued behind the one before
//   stubborn, stop    an effect that does not hear its cancel, and its cancel
//   fail              an effect that fails
//   quick N           N effects that return at once
//   late              an effect that sends an action after its cancel
//   suspend SECONDS   a reduce that suspends
//   cart TEXT, profile TEXT, timer   actions of the other stores
//   fill N            a state of N rows
//   rename N TEXT     a change of one row
//   load RATE SECONDS that many actions a second; the answer has the median time of a send
//   hold SECONDS      the main actor is held, as by a debugger
//   settle            two stores settle
//   turns             the longest turn of the main actor since the last time, in milliseconds; the first time begins it
//   state             what some stores hold
//   quit              ends the app

func option(_ name: String) -> String? {
  let arguments = CommandLine.arguments
  return arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
}

Inspector.start(
  port: option("--port").flatMap(UInt16.init) ?? 0,
  token: option("--token"),
  control: CommandLine.arguments.contains("--control"),
  inRelease: true,
  limits: Recorder.Limits(records: option("--records").flatMap(Int.init) ?? 10_000)
)
// Another one, with this token.
if let token = option("--second") { Inspector.start(token: token, inRelease: true) }

let search = ElmEngine.Store(
  initialState: Search.State(),
  options: StoreOptions(name: "search"),
  reduce: Search.reduce
)
let rows = ElmEngine.Store<Rows.State, Rows.Action>(
  initialState: Rows.State(),
  options: StoreOptions(name: "rows")
) { (state: inout Rows.State, action: Rows.Action) in
  Rows.reduce(state: &state, action: action)
  return .none
}
let counter = ElmEngine.Store<Counter.State, Counter.Action>(
  initialState: Counter.State(),
  options: StoreOptions(name: "<script>document.title = 'hacked'</script>")
) { (state: inout Counter.State, action: Counter.Action) in
  Counter.reduce(state: &state, action: action)
  return .none
}
let profile = FeatureEngine.Store(
  initialState: Profile.State(),
  feature: Profile(),
  options: StoreOptions(name: "profile")
)
let timer = EffectHost(state: Timer.State(), options: StoreOptions(name: "timer"), update: Timer.update)
timer.appear()
let cart = ReduxBridge.Store(feature: Cart(), initialState: Cart.State(), options: StoreOptions(name: "cart"))

/// Prints a line at once.
///
/// A flush of all streams would wait for the thread that reads.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

/// Notes how late the main actor is: the longest time that anything waits for its turn.
@MainActor
final class TurnWatch {
  private(set) var longest = Duration.zero

  func run() async {
    // Ends with the app.
    while true {
      let asked = await Self.moment()
      longest = max(longest, asked.duration(to: .now))
    }
  }

  func take() -> Duration {
    defer { longest = .zero }
    return longest
  }

  /// The moment at which a task of the pool asks for its turn, a millisecond later: how busy the pool is counts for nothing.
  @concurrent private nonisolated static func moment() async -> ContinuousClock.Instant {
    try? await Task.sleep(for: .milliseconds(1))
    return .now
  }
}

func milliseconds(_ time: Duration) -> Double { time / .milliseconds(1) }

let watch = TurnWatch()
var isWatching = false

@MainActor
func load(rate: Int, seconds: Int) async -> String {
  var times: [Duration] = []
  let start = ContinuousClock.now
  let batch = max(1, rate / 100)
  while times.count < rate * seconds {
    for _ in 0..<batch {
      let before = ContinuousClock.now
      counter.send(.increment)
      times.append(before.duration(to: .now))
    }
    let due = start + .seconds(1) / rate * times.count
    try? await Task.sleep(until: due)
  }
  times.sort()
  let median = milliseconds(times[times.count / 2]) * 1_000
  let time = milliseconds(start.duration(to: .now)) / 1_000
  return #"{"done":"load","sends":\#(times.count),"medianMicroseconds":\#(median),"seconds":\#(time)}"#
}

@MainActor
func obey(_ line: String) async {
  let words = line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
  let number = words.count > 1 ? Int(words[1]) ?? 0 : 0
  let rest = words.dropFirst().joined(separator: " ")
  var answer = #"{"done":"\#(words.first ?? "")"}"#
  switch words.first {
  case "act": for _ in 0..<number { counter.send(.increment) }
  case "say": counter.send(.say(rest.replacing(#"\e"#, with: "\u{1B}")))
  case "type": search.send(.typed(rest))
  case "hang": search.send(.hang)
  case "upload": search.send(.upload(number))
  case "stubborn": search.send(.stubborn)
  case "stop": search.send(.stopped)
  case "fail": search.send(.fail)
  case "quick": for _ in 0..<number { search.send(.quick) }
  case "late":
    search.send(.late)
    for await _ in Search.began.stream { break }
    search.send(.lateCancelled)
    // Long enough for a finding.
    try? await Task.sleep(for: .milliseconds(150))
    Search.cancelled.continuation.yield()
  case "suspend": cart.send(action: .checkOut(seconds: number))
  case "cart": cart.send(action: .add(rest))
  case "profile": profile.send(.renamed(rest))
  case "timer": timer.send(.start)
  case "fill": rows.send(.filled(number))
  case "rename": rows.send(.renamed(number, words.dropFirst(2).joined(separator: " ")))
  case "load": answer = await load(rate: number, seconds: words.count > 2 ? Int(words[2]) ?? 1 : 1)
  case "hold":
    // A held main actor is what is asked for.
    let end = ContinuousClock.now + .seconds(number)
    while ContinuousClock.now < end {}
  case "settle":
    await counter.settle()
    await rows.settle()
  case "turns":
    if !isWatching {
      isWatching = true
      Task { await watch.run() }
    }
    answer = #"{"done":"turns","longestMilliseconds":\#(milliseconds(watch.take()))}"#
  case "state":
    answer =
      #"{"done":"state","query":"\#(search.state.query)","count":\#(counter.state.count),"rows":\#(rows.state.rows.count)}"#
  case "quit": exit(0)
  default: answer = #"{"error":"unknown command; see the list in main.swift"}"#
  }
  say(answer)
}

let (lines, input) = AsyncStream.makeStream(of: String.self)
Thread.detachNewThread {
  while let line = readLine() { input.yield(line) }
  input.finish()
}
for await line in lines { await obey(line) }
