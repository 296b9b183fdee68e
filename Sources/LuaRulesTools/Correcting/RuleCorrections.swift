import LuaRules

/// The corrections of rule files that findings know, tried out before any file
/// is written.
///
/// Each round applies all corrections that do not overlap, and checks the rules
/// again. What does not remove its finding, and what stops a file from being
/// loaded, is not applied.
package struct RuleCorrections {
  /// The check of the corrected rules.
  package private(set) var check: RuleCheck
  /// The findings that were corrected, in the order of their correction.
  package private(set) var corrected: [RuleFinding] = []
  /// The findings whose correction was not applied, each with the reason.
  package private(set) var refused: [Refusal] = []
  /// The texts and how they were, by the resolved paths of their files.
  private var texts: [String: [UInt8]] = [:]
  private var originals: [String: [UInt8]] = [:]
  /// The resolved paths, by those in findings: a file may have several names.
  private var resolved: [String: String] = [:]
  /// The first path in findings, by the resolved ones.
  private var names: [String: String] = [:]

  /// A correction that was not applied.
  package struct Refusal: Sendable {
    /// The finding, with the place at which it was found.
    package let finding: RuleFinding
    /// Why its correction was not applied: the end of a sentence.
    package let reason: String
  }

  /// A file with corrections.
  package struct File: Sendable {
    /// The path, as in findings.
    package let path: String
    /// The bytes before.
    package let original: [UInt8]
    /// The bytes after.
    package let corrected: [UInt8]

    /// The differences, as `patch` reads them.
    package var diff: String {
      UnifiedDiff(from: original, to: corrected).text(from: path, to: path)
    }
  }

  /// The corrected files, in byte order of their paths.
  package var files: [File] {
    names.values.sortedByBytes().compactMap { path in
      guard let key = resolved[path], let original = originals[key], let corrected = texts[key],
        original != corrected
      else { return nil }
      return File(path: path, original: original, corrected: corrected)
    }
  }

  /// How often the rules are checked: a correction may show another finding, and
  /// a bad one is looked for among many.
  private static let mostChecks = 200
  /// The most bytes of a file that is corrected.
  private static let longestFile = 1 << 28

  /// Corrects rules, in memory.
  ///
  /// - Parameters:
  ///   - includesUnsafe: Whether corrections are applied that may change answers.
  ///   - fileSystem: Where the rules are read.
  ///   - isWanted: Whether a finding is corrected.
  ///   - checking: Checks the rules of a file system.
  /// - Throws: What `checking` throws for the rules as they are.
  package init(
    includingUnsafe includesUnsafe: Bool, in fileSystem: any RuleFileSystem,
    where isWanted: (RuleFinding) -> Bool = { _ in true },
    checking: (any RuleFileSystem) throws -> RuleCheck
  ) throws {
    check = try checking(fileSystem)
    var failed: Set<Identity> = []
    var checksLeft = Self.mostChecks
    while checksLeft > 0 {
      var chosen: [RuleFinding] = []
      for finding in check.findings {
        guard let correction = finding.correction, includesUnsafe || correction.isSafe,
          isWanted(finding), !failed.contains(Identity(finding)),
          load(finding.location.file, from: fileSystem)
        else { continue }
        chosen.append(finding)
      }
      // A comment that hides nothing may hide something when others are corrected.
      let unsafe = chosen.filter { $0.correction?.isSafe == false }
      chosen = withoutOverlaps(unsafe.isEmpty ? chosen : unsafe)
      if chosen.isEmpty { break }
      while !chosen.isEmpty, checksLeft > 0 {
        checksLeft -= 1
        let changed = applying(chosen)
        let after = try? checking(BufferedFileSystem(fileSystem, contents: changed))
        let harm = Self.harm(of: chosen, from: check, to: after)
        if harm != nil, chosen.count > 1 {
          // The bad ones are among the first half, or in a later round.
          chosen.removeLast(chosen.count / 2)
          continue
        }
        let bad =
          harm.map { [Refusal(finding: chosen[0], reason: $0)] }
          ?? Self.withoutEffect(chosen, in: after)
        if let after, bad.isEmpty {
          texts = changed
          corrected += chosen
          check = after
          break
        }
        refused += bad.filter { failed.insert(Identity($0.finding)).inserted }
        chosen.removeAll { failed.contains(Identity($0)) }
      }
    }
  }

  /// What tells two findings apart.
  private struct Identity: Hashable {
    let code: RuleFinding.Code
    let file: String
    let message: String
    /// The line; `nil` wherever it is.
    let line: Int?

    init(_ finding: RuleFinding, line: Int?) {
      code = finding.code
      file = finding.location.file
      message = finding.message
      self.line = line
    }

    init(_ finding: RuleFinding) { self.init(finding, line: finding.location.line) }
  }

  /// Reads a file for the first time; returns whether it can be corrected.
  private mutating func load(_ path: String, from fileSystem: any RuleFileSystem) -> Bool {
    let key = resolved[path] ?? fileSystem.resolved(path)
    resolved[path] = key
    if texts[key] != nil { return true }
    guard fileSystem.kind(of: path) == .regular,
      let bytes = try? fileSystem.contents(ofFile: path, limit: Self.longestFile)
    else { return false }
    texts[key] = bytes
    originals[key] = bytes
    names[key] = path
    return true
  }

  // MARK: Applying

  /// Returns findings without those whose changes overlap with those of an
  /// earlier one.
  private func withoutOverlaps(_ findings: [RuleFinding]) -> [RuleFinding] {
    var taken: [Line: [RuleFinding.Edit]] = [:]
    return findings.filter { finding in
      let file = resolved[finding.location.file] ?? finding.location.file
      let edits = finding.correction?.edits ?? []
      for edit in edits {
        for line in edit.start.line...edit.end.line {
          let others = taken[Line(file: file, number: line)] ?? []
          if others.contains(where: { $0.overlaps(edit) }) { return false }
        }
      }
      for edit in edits {
        for line in edit.start.line...edit.end.line {
          taken[Line(file: file, number: line), default: []].append(edit)
        }
      }
      return true
    }
  }

  /// A line of a file.
  private struct Line: Hashable {
    let file: String
    let number: Int
  }

  private func applying(_ findings: [RuleFinding]) -> [String: [UInt8]] {
    var texts = texts
    let byFile = Dictionary(grouping: findings) {
      resolved[$0.location.file] ?? $0.location.file
    }
    for (path, findings) in byFile {
      guard let bytes = texts[path] else { continue }
      let file = EditedFile(String(decoding: bytes, as: UTF8.self), path: path)
      var changed: [UInt8] = []
      var position = 0
      let edits = findings.flatMap { $0.correction?.edits ?? [] }
        .sorted { ($0.start, $0.end) < ($1.start, $1.end) }
      for edit in edits {
        changed += bytes[position..<file.offset(of: edit.start)]
        changed += edit.text.utf8
        position = file.offset(of: edit.end)
      }
      changed += bytes[position...]
      texts[path] = changed
    }
    return texts
  }

  // MARK: Judging

  /// Returns why corrections must not be applied together; `nil` if they do no
  /// harm.
  ///
  /// What comments and levels hide counts, too. A file that was not loaded before
  /// may show another error instead of the corrected one.
  private static func harm(
    of chosen: [RuleFinding], from before: RuleCheck, to after: RuleCheck?
  ) -> String? {
    guard let after else { return "the rules cannot be checked with it" }
    let old = counts(before.found)
    let new = counts(after.found)
    let isSafe = chosen.allSatisfy { $0.correction?.isSafe == true }
    let notLoaded = Set(before.found.lazy.filter(\.stopsLoading).map(\.location.file))
    let worse = after.found.first { finding in
      let isBad =
        finding.stopsLoading
        ? isSafe || !notLoaded.contains(finding.location.file)
        : isSafe && finding.severity == .error
      let identity = Identity(finding, line: nil)
      return isBad && new[identity, default: 0] > old[identity, default: 0]
    }
    return worse.map { error in
      let what = error.stopsLoading ? "the file would not load" : "it would cause an error"
      return "\(what): \(error.message)"
    }
  }

  /// Returns the corrections whose findings are still there.
  private static func withoutEffect(
    _ chosen: [RuleFinding], in after: RuleCheck?
  ) -> [Refusal] {
    let left = Set((after?.findings ?? []).map { Identity($0) })
    let removed = RemovedLines(by: chosen)
    return chosen.compactMap { finding in
      let line = finding.location.line.map {
        $0 - removed.count(before: $0, in: finding.location.file)
      }
      return left.contains(Identity(finding, line: line))
        ? Refusal(finding: finding, reason: "the finding would stay") : nil
    }
  }

  private static func counts(_ findings: [RuleFinding]) -> [Identity: Int] {
    findings.reduce(into: [:]) { $0[Identity($1, line: nil), default: 0] += 1 }
  }
}

extension RuleFinding.Edit {
  /// Whether two changes are of the same text, or at the same place.
  fileprivate func overlaps(_ other: Self) -> Bool {
    start == other.start || start < other.end && other.start < end
  }
}

/// The lines that corrections remove from files.
private struct RemovedLines {
  /// For each file the lines behind removed ones, in order.
  private var ends: [String: [Int]] = [:]

  init(by findings: [RuleFinding]) {
    for finding in findings {
      for edit in finding.correction?.edits ?? [] where edit.end.line > edit.start.line {
        ends[finding.location.file, default: []] += edit.start.line + 1...edit.end.line
      }
    }
    for file in ends.keys { ends[file]?.sort() }
  }

  /// Returns how many lines are removed before a line.
  func count(before line: Int, in file: String) -> Int {
    let ends = ends[file] ?? []
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] <= line { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension EditedFile {
  fileprivate func offset(of position: RuleFinding.Position) -> Int {
    offset(of: Position(line: position.line - 1, character: position.column - 1))
  }
}
