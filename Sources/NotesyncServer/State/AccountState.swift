internal import SystemCalls

/// The server's state for one account, in a database outside of the vault.
struct AccountState {
  let database: DatabaseQueue

  /// - Parameter folder: private; made if missing.
  init(in folder: String) throws {
    try SystemPath.makeFolders(folder, permissions: 0o700)
    database = try DatabaseQueue(at: "\(folder)/state.sqlite")
    try database.write { database in
      try database.run(
        NoteRecord.table + Intent.table + """
          CREATE TABLE IF NOT EXISTS operation (
            hash BLOB NOT NULL PRIMARY KEY, result TEXT NOT NULL
          ) WITHOUT ROWID;
          CREATE TABLE IF NOT EXISTS media (
            id BLOB NOT NULL PRIMARY KEY, note BLOB NOT NULL, sha256 TEXT NOT NULL,
            kind TEXT NOT NULL, type TEXT NOT NULL, UNIQUE (note, sha256)
          ) WITHOUT ROWID;
          """)
      for table in ["note", "intent"] { try NoteRecord.addMissingColumns(to: table, database) }
    }
  }
}
