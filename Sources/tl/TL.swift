import ArgumentParser
@main struct TL: ParsableCommand { static let configuration = CommandConfiguration(commandName: "tl", version: "0.1.0") }
