import LuaRules

/// Finds what the last check has found in the texts as they are now; each file is
/// compared once.
struct CurrentPlaces {
  private let project: EditedProject
  private var lines: [String: (file: EditedFile, lines: MovedLines)?] = [:]

  init(_ project: EditedProject) {
    self.project = project
  }

  /// Returns the file of a location, and its line, from 0, as it is now; `nil` for a file that is not
  /// known.
  mutating func line(of location: SourceLocation) -> (file: EditedFile, line: Int)? {
    let known: (file: EditedFile, lines: MovedLines)?
    if let found = lines[location.file] {
      known = found
    } else {
      known = project.files[EditedProject.absolute(location.file)].map {
        ($0, project.movedLines(of: $0))
      }
      lines[location.file] = .some(known)
    }
    return known.map { ($0.file, $0.lines.nearestLine(max(0, (location.line ?? 1) - 1))) }
  }

  /// Returns the line of a location.
  mutating func place(of location: SourceLocation) -> EditedProject.Place {
    guard let (file, line) = line(of: location) else {
      return EditedProject.Place(path: EditedProject.absolute(location.file), range: 0..<0)
    }
    let start = file.offset(of: .init(line: line, character: 0))
    return EditedProject.Place(
      path: file.path, range: start..<file.offset(of: .init(line: line, character: .max)))
  }

  /// Returns the places of the rules that assign a path, in the order of evaluation.
  mutating func places(ofRulesFor names: [String]) -> [EditedProject.Place] {
    guard let index = project.index, let key = index.assignedKey(names) else { return [] }
    var places: [EditedProject.Place] = []
    for rule in index.rules(for: key) { places.append(place(of: rule.location)) }
    return places
  }
}
