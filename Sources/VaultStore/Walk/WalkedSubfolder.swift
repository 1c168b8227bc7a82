/// A subfolder to walk.
struct WalkedSubfolder: Sendable {
  var name: [UInt8]
  var isIgnored = false
}
