import Foundation

extension FormBody {
  /// The boundary in a type of content; nil when it is not that of a form with files.
  static func boundary(in contentType: String?) -> String? {
    guard let contentType, contentType.lowercased().hasPrefix("multipart/form-data"),
      let match = contentType.firstMatch(of: /boundary=(?:"([^"]{1,70})"|([^\s;,"]{1,70}))/)
    else { return nil }
    return (match.1 ?? match.2).map(String.init)
  }

  /// Reads the bytes of a body of the type `multipart/form-data`.
  ///
  /// - Complexity: O(*n*) bytes.
  init(multipart data: Data, boundary: String, limits: Limits = Limits()) throws(Problem) {
    let delimiter = Data("--\(boundary)".utf8)
    let lineEnd = Data("\r\n".utf8)
    var fields: [(name: String, value: String)] = []
    var files: [File] = []
    guard var place = data.range(of: delimiter)?.upperBound else { throw .malformed }
    while !data[place...].starts(with: Data("--".utf8)) {
      guard data[place...].starts(with: lineEnd) else { throw .malformed }
      place += 2
      guard fields.count + files.count < limits.fields else { throw .tooManyFields }
      guard let headEnd = data.range(of: Data("\r\n\r\n".utf8), in: place..<data.endIndex),
        let end = data.range(of: lineEnd + delimiter, in: headEnd.upperBound..<data.endIndex)
      else { throw .malformed }
      let head = String(decoding: data[place..<headEnd.lowerBound], as: UTF8.self)
      let content = data[headEnd.upperBound..<end.lowerBound]
      guard let name = Self.parameter("name", of: head) else { throw .malformed }
      if let fileName = Self.parameter("filename", of: head) {
        // A browser sends a field without a file, too.
        if !fileName.isEmpty || !content.isEmpty {
          files.append(File(name: name, fileName: fileName, bytes: [UInt8](content)))
        }
      } else {
        guard let text = String(validating: content, as: UTF8.self) else { throw .malformed }
        fields.append((name, text))
      }
      place = end.upperBound
    }
    self.init(fields, files: files)
  }

  /// A parameter of the `Content-Disposition` of a part.
  private static func parameter(_ name: String, of head: String) -> String? {
    let line = head.split(separator: /\r\n/).first {
      $0.lowercased().hasPrefix("content-disposition:")
    }
    guard let line else { return nil }
    for match in line.matches(of: /;\s*([a-zA-Z*]+)="([^"]*)"/)
    where match.1.lowercased() == name {
      return String(match.2).replacing("%22", with: "\"").replacing("%0D%0A", with: "\n")
    }
    return nil
  }
}
