internal import VaultFormat
