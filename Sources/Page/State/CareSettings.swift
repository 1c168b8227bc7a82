package import Git
package import VaultFormat
package import VaultStore
package import VaultSync

/// What syncs and repairs on the page need of the program: this device, its network, and the words of the command line.
package struct CareSettings: Sendable {
  /// For a sync that asks nobody at a terminal; stores this device's name and key.
  package var settings: @Sendable (VaultFolder) throws -> SyncSettings
  /// For reading: stores nothing.
  package var readingSettings: @Sendable (VaultFolder) -> SyncSettings
  /// For times in notes without an offset: the same on every device.
  package var noteZone: TimeZoneRules
  package var words: CareWords
  /// Nil where there is no program for it.
  package var notesync: NotesyncCare?

  package init(
    settings: @escaping @Sendable (VaultFolder) throws -> SyncSettings,
    readingSettings: @escaping @Sendable (VaultFolder) -> SyncSettings,
    noteZone: TimeZoneRules, words: CareWords
  ) {
    self.settings = settings
    self.readingSettings = readingSettings
    self.noteZone = noteZone
    self.words = words
  }
}

/// The words of the command line for what syncs and repairs say and ask; they may contain control characters.
package struct CareWords: Sendable {
  package struct Row: Hashable, Sendable {
    /// Empty if it is that of the row before.
    package var label: String
    package var text: String

    package init(_ label: String, _ text: String) {
      self.label = label
      self.text = text
    }
  }

  /// Why something failed, and what to do next.
  package struct Problem: Error, Hashable, Sendable {
    package var message: String
    package var hints: [String]

    package init(_ message: String, hints: [String] = []) {
      self.message = message
      self.hints = hints
    }
  }

  /// What a sync did.
  package struct Report: Hashable, Sendable {
    package var rows: [Row]
    package var warnings: [String]
    /// The last one is the sum.
    package var remarks: [String]
    package var problem: Problem?

    package init(rows: [Row], warnings: [String], remarks: [String], problem: Problem?) {
      self.rows = rows
      self.warnings = warnings
      self.remarks = remarks
      self.problem = problem
    }
  }

  package struct Question: Hashable, Sendable {
    package var lines: [String]
    package var question: String

    package init(lines: [String], question: String) {
      self.lines = lines
      self.question = question
    }
  }

  package struct Status: Hashable, Sendable {
    package var rows: [Row]
    /// Why a sync cannot run here.
    package var obstacle: Problem?
    /// What a sync would do.
    package var next: String
    package var hints: [String]

    package init(rows: [Row], obstacle: Problem?, next: String, hints: [String]) {
      self.rows = rows
      self.obstacle = obstacle
      self.next = next
      self.hints = hints
    }
  }

  package var problem: @Sendable (any Error) -> Problem
  package var report: @Sendable (SyncReport) -> Report
  package var question: @Sendable (SyncQuestion) -> Question
  package var status: @Sendable (SyncStatus, TimeZoneRules) -> Status
  package var phase: @Sendable (TransferProgress.Phase) -> String
  package var repair: @Sendable (Repair.Action) -> String
  /// The number of findings of one kind.
  package var findings: @Sendable (Finding.Code, Int) -> String

  package init(
    problem: @escaping @Sendable (any Error) -> Problem,
    report: @escaping @Sendable (SyncReport) -> Report,
    question: @escaping @Sendable (SyncQuestion) -> Question,
    status: @escaping @Sendable (SyncStatus, TimeZoneRules) -> Status,
    phase: @escaping @Sendable (TransferProgress.Phase) -> String,
    repair: @escaping @Sendable (Repair.Action) -> String,
    findings: @escaping @Sendable (Finding.Code, Int) -> String
  ) {
    self.problem = problem
    self.report = report
    self.question = question
    self.status = status
    self.phase = phase
    self.repair = repair
    self.findings = findings
  }
}
