internal import Git
package import SystemCalls
package import VaultStore
package import VaultSync

extension Environment {
  /// The settings of a sync: this device, its user and the network.
  ///
  /// Stores the device's name and key, if they are new.
  ///
  /// - Parameter isInteractive: whether git, ssh and helpers may ask at the terminal.
  /// - Throws: a `Problem` if the key cannot be stored.
  package func syncSettings(
    for folder: VaultFolder, isInteractive: Bool
  ) throws -> SyncSettings {
    syncSettings(
      device: DeviceName.current(
        in: folder, given: self["TL_DEVICE"], host: ThisDevice.hostName),
      deviceKey: try DeviceKey.load(self), isInteractive: isInteractive)
  }

  /// The same for reading: stores nothing.
  package func syncSettingsForReading(
    _ folder: VaultFolder, isInteractive: Bool
  ) -> SyncSettings {
    syncSettings(
      device: DeviceName.known(
        in: folder, given: self["TL_DEVICE"], host: ThisDevice.hostName),
      deviceKey: DeviceKey.known(self), isInteractive: isInteractive)
  }

  func syncSettings(device: String, deviceKey: String, isInteractive: Bool) -> SyncSettings {
    SyncSettings(
      network: networkSettings(isInteractive: isInteractive), device: device,
      deviceKey: deviceKey, program: NetworkProgram.toolPath ?? "tl",
      userName: ThisDevice.userName, threads: ThisDevice.processorCount)
  }

  func networkSettings(isInteractive: Bool) -> NetworkSettings {
    var settings = NetworkSettings(environment: all, isInteractive: isInteractive)
    if let seconds = self["TL_NETWORK_TIMEOUT"].flatMap({ Int($0) }), seconds > 0 {
      settings.idleTimeout = min(seconds, 86_400) * 1_000
      settings.connectTimeout = settings.idleTimeout
    }
    return settings
  }
}
