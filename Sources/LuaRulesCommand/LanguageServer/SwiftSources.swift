import Foundation
import LuaRulesTools

/// The Swift files of the package around a project; a file is read again if it has changed.
struct SwiftSources {
  private struct File {
    let changed: Date
    let declarations: SwiftDeclarations
  }

  private var files: [String: File] = [:]

  /// A larger package is searched in part.
  private static let mostFiles = 5000
  private static let largestFile = 1 << 20

  /// Returns the places where the package around a file declares a name.
  mutating func places(
    of name: EditedProject.SwiftName, around path: String
  ) -> [(place: EditedProject.Place, text: TextPositions)] {
    guard let package = Self.package(around: path) else { return [] }
    return paths(in: package).flatMap { path -> [(EditedProject.Place, TextPositions)] in
      guard let declarations = declarations(in: path) else { return [] }
      let places =
        switch name {
        case .key(let key): declarations.places(ofKey: key)
        case .member(let member, let type): declarations.places(ofMember: member, inType: type)
        }
      return places.map { ($0, declarations.lines) }
    }
  }

  /// The folder with the nearest `Package.swift` above a file.
  private static func package(around path: String) -> URL? {
    var folder = URL(filePath: path).deletingLastPathComponent()
    while folder.path != "/" {
      let manifest = folder.appending(path: "Package.swift")
      if FileManager.default.fileExists(atPath: manifest.path) { return folder }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  private func paths(in package: URL) -> [String] {
    let sources = package.appending(path: "Sources")
    guard
      let found = FileManager.default.enumerator(
        at: sources, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    else { return [] }
    var paths: [String] = []
    for case let url as URL in found where url.pathExtension == "swift" {
      paths.append(url.standardizedFileURL.path)
      if paths.count == Self.mostFiles { break }
    }
    return paths.sorted()
  }

  private mutating func declarations(in path: String) -> SwiftDeclarations? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let changed = attributes[.modificationDate] as? Date,
      let size = attributes[.size] as? Int, size <= Self.largestFile
    else { return nil }
    if let known = files[path], known.changed == changed { return known.declarations }
    guard let text = try? String(contentsOf: URL(filePath: path), encoding: .utf8) else {
      return nil
    }
    let declarations = SwiftDeclarations(text, path: path)
    files[path] = File(changed: changed, declarations: declarations)
    return declarations
  }
}
