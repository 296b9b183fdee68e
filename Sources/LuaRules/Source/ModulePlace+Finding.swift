#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ModulePlace {
  /// Finds the module with a name: beside the file, else in `lib` of the root.
  ///
  /// - Returns: `nil` when there is no such module.
  /// - Throws: ``RuleError`` when the name is none, or leads outside the root.
  func module(_ name: String) throws(RuleError) -> SourceFile? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
          default: false
          }
        }
    }
    guard isName else {
      throw RuleError(
        .module, "\"\(name)\" is not the name of a module",
        hint: "write names with dots, such as `require \"colors.dark\"`")
    }
    switch self {
    case .texts(let texts):
      guard let text = texts[name] else { return nil }
      return SourceFile(name: "\(name).lua", bytes: Array(text.utf8), modules: self)
    case .folder(let folder, let root):
      let relative = parts.joined(separator: "/") + ".lua"
      let places = [folder, FileKind.join(root, "lib")].map { place in
        place == "." ? relative : FileKind.join(place, relative)
      }
      for path in places where FileKind(path) != .missing {
        guard Self.isInside(path, root: root) else {
          throw RuleError(.module, "the module \"\(name)\" lies outside the rule folder")
        }
        return try SourceFile.read(path, folder: FileKind.folder(of: path), root: root)
      }
      return nil
    }
  }

  private static func isInside(_ path: String, root: String) -> Bool {
    let inner = URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.path
    let outer = URL(filePath: root).resolvingSymlinksInPath().standardizedFileURL.path
    return inner.hasPrefix(outer.hasSuffix("/") ? outer : outer + "/")
  }
}
