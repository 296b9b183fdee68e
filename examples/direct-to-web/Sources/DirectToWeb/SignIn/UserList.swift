import Foundation
import LuaRules

/// All users of a ``UserFile``, at one moment.
public struct UserList: Sendable {
  /// The users, in the order of the file.
  public private(set) var users: [User]
  private var places: [[UInt8]: Int] = [:]

  /// Makes a list.
  ///
  /// - Throws: ``DirectToWebError`` with code `invalidUser` when two users have one name.
  public init(_ users: [User] = []) throws {
    self.users = users
    for (place, user) in users.enumerated()
    where places.updateValue(place, forKey: user.key) != nil {
      throw DirectToWebError(.invalidUser, "there are two users `\(user.name)`")
    }
  }

  /// Returns the user whose name has these bytes.
  public subscript(name: String) -> User? { places[Array(name.utf8)].map { users[$0] } }

  /// Returns what rules see as `user`: `name`, `isLocal`, and all members that any user has.
  ///
  /// A member that only other users have is `nil`, so a rule may ask all users for it.
  public func record(of user: User) throws -> RuleRecord {
    try record(named: user.name, user.members)
  }

  /// Returns what rules see as `user` of somebody with a name, who may have no entry.
  func record(named name: String, _ own: [String: UserMember] = [:]) throws -> RuleRecord {
    var members: [(name: String, type: any Sendable.Type)] = [
      ("name", String.self), ("isLocal", Bool.self),
    ]
    var values: [(any Sendable)?] = [name, false]
    for name in Set(users.flatMap(\.members.keys)).union(own.keys).sorted() {
      let member = own[name]?.lua
      members.append((name, member?.type ?? String?.self))
      values.append(member?.value)
    }
    return try RuleRecord(RecordLayout(members: members), values: values)
  }
}

extension UserList {
  /// Reads `{"users": [{"name": …, "password": …}]}`.
  ///
  /// - Throws: ``DirectToWebError`` with code `usersUnreadable`, with the line where JSON is broken, else
  ///   with the number of the user.
  init(json: Data, path: String) throws {
    do {
      try self.init(JSONDecoder().decode(Document.self, from: json).users)
    } catch {
      throw DirectToWebError(
        .usersUnreadable, "the users in `\(path)` cannot be read: \(Self.reason(error, in: json))")
    }
  }

  /// The JSON, one user after the other, each with its members in order.
  var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(Document(users: users)) + Data("\n".utf8)
    }
  }

  private struct Document: Codable {
    var users: [User]
  }

  private static func reason(_ error: any Error, in json: Data) -> String {
    switch error {
    case let error as DirectToWebError: return error.message
    case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty:
      return "it is not JSON\(line(ofErrorIn: json).map { ", near line \($0)" } ?? "")"
    case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context):
      return "\(Self.place(context.codingPath)): \(context.debugDescription)"
    case DecodingError.keyNotFound(let key, let context):
      return "\(Self.place(context.codingPath)): there is no `\(key.stringValue)`"
    default: return "\(error)"
    }
  }

  /// Asks the other reader of JSON, which tells the place: as a line, or as an offset.
  private static func line(ofErrorIn json: Data) -> Int? {
    do {
      _ = try JSONSerialization.jsonObject(with: json)
      return nil
    } catch {
      let text = (error as NSError).userInfo["NSDebugDescription"] as? String ?? ""
      if let match = text.firstMatch(of: /line (\d+)/) { return Int(match.1) }
      guard let match = text.firstMatch(of: /character (\d+)/), let offset = Int(match.1) else {
        return nil
      }
      return json.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    let parts = path.dropFirst().map { key in
      key.intValue.map { "user \($0 + 1)" } ?? "`\(key.stringValue)`"
    }
    return parts.isEmpty ? "the file" : parts.joined(separator: ", ")
  }
}
