import Testing

/// The program that runs the tests of this module, which no package contains.
@main
struct Main {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
