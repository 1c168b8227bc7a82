extension String { package var nfc: String { self } }
extension [UInt8] { package var nfc: [UInt8] { self } }
