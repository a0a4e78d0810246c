/// Ends the process with a message and the place of the call, if a value that it was given makes no sense.
func require(_ makesSense: Bool, _ fileID: StaticString, _ line: UInt, message: () -> String) {
  if !makesSense { fatalError(message(), file: fileID, line: line) }
}
