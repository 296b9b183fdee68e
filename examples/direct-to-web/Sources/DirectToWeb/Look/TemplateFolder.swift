import Foundation

/// The folder in which templates of the user are.
struct TemplateFolder: Sendable {
  /// The folder, which may not be there.
  let url: URL

  /// What differs after a file was written, added or removed: its name, size, time and number.
  struct Stamp: Hashable, Sendable {
    fileprivate var files: [String: File] = [:]

    fileprivate struct File: Hashable {
      var size: Int?
      var time: Date?
      /// Another one after an editor put a new file in place of the old one.
      var number: Int?
    }
  }

  /// The files `*.mustache`; none where there is no folder.
  var files: [URL] {
    let all = try? FileManager.default.contentsOfDirectory(
      at: url, includingPropertiesForKeys: nil)
    return (all ?? []).filter { $0.pathExtension == "mustache" }
  }

  /// Looks at the files without reading them.
  var stamp: Stamp {
    var stamp = Stamp()
    for file in files {
      let found = try? FileManager.default.attributesOfItem(atPath: file.path)
      stamp.files[file.lastPathComponent] = Stamp.File(
        size: found?[.size] as? Int, time: found?[.modificationDate] as? Date,
        number: found?[.systemFileNumber] as? Int)
    }
    return stamp
  }
}
