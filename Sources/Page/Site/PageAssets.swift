/// The style sheet, icons and scripts, compiled into the program from `Assets`.
enum PageAssets {
  static let files: [String: [UInt8]] = [
    "mark.svg": PackageResources.mark_svg,
    "finding.css": PackageResources.finding_css,
    "page.css": PackageResources.page_css,
    "icons.svg": PackageResources.icons_svg,
    "import.js": PackageResources.import_js,
    "people.css": PackageResources.people_css,
    "page.js": PackageResources.page_js,
    "compose.js": PackageResources.compose_js,
    "files.js": PackageResources.files_js,
    "record.js": PackageResources.record_js,
    "audio.js": PackageResources.audio_js,
    "compose.css": PackageResources.compose_css,
    "since.css": PackageResources.since_css,
    "since.js": PackageResources.since_js,
    "viewer.js": PackageResources.viewer_js,
    "outbox.js": PackageResources.outbox_js,
    "upload.js": PackageResources.upload_js,
    "drafts.js": PackageResources.drafts_js,
    "icon-192.png": PackageResources.icon_192_png,
    "icon-512.png": PackageResources.icon_512_png,
    "icon-maskable.png": PackageResources.icon_maskable_png,
    "care.css": PackageResources.care_css,
    "care.js": PackageResources.care_js,
  ]
}
