/// The style sheet, icons and scripts, compiled into the program from `Assets`.
enum PageAssets {
  static let files: [String: [UInt8]] = [
    "mark.svg": PackageResources.mark_svg,
    "page.css": PackageResources.page_css,
    "icons.svg": PackageResources.icons_svg,
    "page.js": PackageResources.page_js,
    "compose.js": PackageResources.compose_js,
    "files.js": PackageResources.files_js,
    "record.js": PackageResources.record_js,
    "audio.js": PackageResources.audio_js,
    "compose.css": PackageResources.compose_css,
    "viewer.js": PackageResources.viewer_js,
    "care.css": PackageResources.care_css,
    "care.js": PackageResources.care_js,
  ]
}
