/// Ends the program where a value that it was given makes no sense, and says so with the place of the call.
func require(_ makesSense: Bool, _ fileID: StaticString, _ line: UInt, message: () -> String) {
  if !makesSense { fatalError(message(), file: fileID, line: line) }
}
