import Foundation
import LuaRulesTools

/// The Swift files of the package around a project; a file is read again if it has changed.
struct SwiftSources {
  private struct File: Sendable {
    let changed: Date
    let declarations: SwiftDeclarations
  }

  /// A place with the text around it.
  struct Place: Sendable {
    let place: EditedProject.Place
    let text: TextPositions
  }

  private var files: [String: File] = [:]

  /// A larger package is searched in part.
  private static let mostFiles = 5000
  private static let largestFile = 1 << 20

  /// Returns the places where a package declares a name.
  mutating func places(of name: EditedProject.SwiftName, in package: URL) -> [Place] {
    paths(in: package).flatMap { path -> [Place] in
      guard let declarations = declarations(in: path) else { return [] }
      let places =
        switch name {
        case .key(let key): declarations.places(ofKey: key)
        case .member(let member, let type): declarations.places(ofMember: member, inType: type)
        }
      return places.map { Place(place: $0, text: declarations.lines) }
    }
  }

  /// The folder with the nearest `Package.swift` above a file.
  static func package(around path: String) -> URL? {
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
    let file = File(changed: changed, declarations: declarations)
    files[path] = file
    return declarations
  }
}
