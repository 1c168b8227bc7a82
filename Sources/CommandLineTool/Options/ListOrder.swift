import ArgumentParser
internal import VaultIndex

/// The values of `--sort`.
enum ListOrder: String, ExpressibleByArgument, CaseIterable {
  case created, updated, date, title, order
  /// By the distance from the place of `near:`, nearest first.
  case near

  /// Nil for the order by distance, which an index does not know.
  var key: TimelineOrder.Key? { TimelineOrder.Key(rawValue: rawValue) }
}
