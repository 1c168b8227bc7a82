/// The templates, compiled into the program from `Templates`.
enum PageTemplates {
  static let sources: [String: String] = files.mapValues { String(decoding: $0, as: UTF8.self) }

  private static let files: [String: [UInt8]] = [
    "calendar": PackageResources.calendar_mustache,
    "card": PackageResources.card_mustache,
    "chips": PackageResources.chips_mustache,
    "compose": PackageResources.compose_mustache,
    "conflicts": PackageResources.conflicts_mustache,
    "days": PackageResources.days_mustache,
    "devices": PackageResources.devices_mustache,
    "doctor": PackageResources.doctor_mustache,
    "empty": PackageResources.empty_mustache,
    "error": PackageResources.error_mustache,
    "foot": PackageResources.foot_mustache,
    "fragment": PackageResources.fragment_mustache,
    "grid": PackageResources.grid_mustache,
    "head": PackageResources.head_mustache,
    "help": PackageResources.help_mustache,
    "import": PackageResources.import_mustache,
    "import-plan": PackageResources.import_plan_mustache,
    "history": PackageResources.history_mustache,
    "lines": PackageResources.lines_mustache,
    "login": PackageResources.login_mustache,
    "media": PackageResources.media_mustache,
    "merge": PackageResources.merge_mustache,
    "note": PackageResources.note_mustache,
    "photos": PackageResources.photos_mustache,
    "scrubber": PackageResources.scrubber_mustache,
    "status": PackageResources.status_mustache,
    "tags": PackageResources.tags_mustache,
    "timeline": PackageResources.timeline_mustache,
    "trash": PackageResources.trash_mustache,
    "viewer": PackageResources.viewer_mustache,
  ]
}
