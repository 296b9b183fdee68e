#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import LuaRules

extension ProjectFile {
  /// Finds the project file for rules: in their folder, or in a folder above
  /// it.
  ///
  /// A project file inside an untrusted folder is skipped, because it would
  /// define its own permissions.
  ///
  /// - Parameters:
  ///   - path: A rule file or folder; `.` for the working directory.
  ///   - strangers: The untrusted folders.
  /// - Returns: The path of the nearest project file, relative if `path` is relative.
  public static func path(above path: String, outside strangers: [String] = []) -> String? {
    let files = LocalFileSystem()
    var folder = path.isEmpty ? "." : path
    if files.kind(of: folder) != .folder { folder = parent(of: folder) }
    while true {
      let candidate =
        folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      let isForeign = strangers.contains { FilePath.isInside(candidate, root: $0, in: files) }
      if !isForeign, files.kind(of: candidate) == .regular { return candidate }
      let above = parent(of: folder)
      if isRoot(folder) || above == folder { return nil }
      folder = above
    }
  }

  private static func isRoot(_ folder: String) -> Bool {
    URL(filePath: folder).standardizedFileURL.path == "/"
  }

  /// Returns the folder above, relative if the path is relative.
  private static func parent(of path: String) -> String {
    var steps = path.split(separator: "/").filter { $0 != "." }
    let isAbsolute = path.hasPrefix("/")
    if let last = steps.last, last != ".." {
      steps.removeLast()
    } else if !isAbsolute {
      steps.append("..")
    }
    let text = steps.joined(separator: "/")
    return isAbsolute ? "/\(text)" : text.isEmpty ? "." : text
  }
}
