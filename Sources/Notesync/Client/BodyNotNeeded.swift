/// Thrown to end a request of which only the status is needed.
struct BodyNotNeeded: Error {}
