#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The archive folder of a live model, with its accepted generations.
struct GenerationFolder: Sendable {
  let path: String
  /// The most generations that are stored; older ones are deleted.
  let capacity: Int

  /// Stores the files of a model, unless they are those of the newest stored generation.
  ///
  /// A failure does not affect the model.
  ///
  /// - Throws: Any error of the file system.
  func store(_ model: ModelCore) throws {
    let generation = ArchivedGeneration(model)
    if has(generation) { return }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let known = names()
    let number = (known.last.flatMap(Self.number) ?? 0) + 1
    let digits = String(number)
    let name = String(repeating: "0", count: max(0, 8 - digits.count)) + digits + Self.ending
    let data = try JSONEncoder().encode(generation)
    // An atomic write: a crash leaves no partial file.
    try data.write(to: URL(filePath: FilePath.join(path, name)), options: .atomic)
    for name in (known + [name]).dropLast(capacity) {
      try FileManager.default.removeItem(atPath: FilePath.join(path, name))
    }
  }

  /// The stored generations, newest first, without unreadable ones.
  func stored() -> [(name: String, rules: ArchivedGeneration)] {
    names().reversed().compactMap { name in generation(in: name).map { (name, $0) } }
  }

  /// Whether a generation is the newest stored one.
  func has(_ generation: ArchivedGeneration) -> Bool {
    names().last.flatMap { self.generation(in: $0) } == generation
  }

  private func generation(in name: String) -> ArchivedGeneration? {
    guard let data = FileManager.default.contents(atPath: FilePath.join(path, name)) else {
      return nil
    }
    return try? JSONDecoder().decode(ArchivedGeneration.self, from: data)
  }

  private static let ending = ".json"

  /// The number in the name of a stored generation; `nil` for any other file.
  private static func number(_ name: String) -> Int? {
    guard name.hasSuffix(ending) else { return nil }
    return UInt32(name.dropLast(ending.count)).map(Int.init)
  }

  private func names() -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return all.filter { Self.number($0) != nil }
      .sortedByBytes()
  }
}
