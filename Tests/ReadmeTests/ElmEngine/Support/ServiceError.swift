/// Why the samples' services fail.
enum ServiceError: Error {
  case offline
}
