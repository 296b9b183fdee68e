import LuaRules
import LuaRulesTools

// What gives something another name.

extension LanguageServer {
  mutating func prepareRename(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let place = try place(parameters)
    // Where no name is, editors are told so without an error.
    guard place.project.mayHaveName(in: place.file, at: place.offset) else { return .null }
    do throws(RenameError) {
      return json(
        try place.project.renamedPart(in: place.file, at: place.offset), in: place.file)
    } catch {
      throw RequestError(code: .requestFailed, message: error.message)
    }
  }

  mutating func rename(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let place = try place(parameters)
    guard let name = parameters["newName"]?.string else {
      throw RequestError(code: .invalidParameters, message: "expected `newName`")
    }
    let places: [EditedProject.Place]
    do throws(RenameError) {
      places = try place.project.rename(in: place.file, at: place.offset, to: name)
    } catch {
      throw RequestError(code: .requestFailed, message: error.message)
    }
    return edit(
      Dictionary(grouping: places, by: \.path).mapValues { places in
        places.map { found in
          .object(["range": range(of: found, in: place.project), "newText": .string(name)])
        }
      })
  }
}
