/// The files that pages load: embedded, so that the program is one file.
struct Assets: Sendable {
  /// A file.
  struct File: Sendable {
    let contentType: String
    let bytes: [UInt8]
  }

  /// The file with a name; nil when there is none.
  static func file(_ name: String) -> File? { files[name] }

  /// A text that changes when a file does.
  static let version: String = {
    // FNV-1a.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for name in files.keys.sorted() {
      for byte in files[name]?.bytes ?? [] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    return String(hash, radix: 36)
  }()

  private static let files: [String: File] = [
    "style.css": File(contentType: "text/css; charset=utf-8", bytes: PackageResources.style_css),
    "page.js": File(contentType: "text/javascript; charset=utf-8", bytes: PackageResources.page_js),
    "comfort.js": File(
      contentType: "text/javascript; charset=utf-8", bytes: PackageResources.comfort_js),
    "icon.svg": File(contentType: "image/svg+xml", bytes: PackageResources.icon_svg),
  ]
}
