import Hummingbird
import LuaRules

/// The page of the current context: each property asks the rules when it is read.
struct Page: ResponseGenerator {
  @DynamicEnvironment(\.generation) var generation: Int
  @DynamicEnvironment(\.title) var title: String
  @DynamicEnvironment(\.color) var color: Color
  @DynamicEnvironment(\.sections) var sections: [Section]
  @DynamicEnvironment(\.footer) var footer: String

  private var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="generation" content="\(generation)">
    <title>\(title.escaped)</title>
    </head>
    <body>
    <h1 style="color: \(color.rawValue)">\(title.escaped)</h1>
    \(sections.map { "<section id=\"\($0)\">\($0.text)</section>" }.joined(separator: "\n"))
    <footer>\(footer.escaped)</footer>
    </body>
    </html>

    """
  }

  func response(from request: Request, context: some RequestContext) -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
  }
}

extension Section {
  fileprivate var text: String {
    switch self {
    case .search: "Search everything"
    case .offers: "Offers of the week"
    case .orders: "Your orders"
    case .admin: "Administration"
    }
  }
}

extension String {
  /// The text as it stands in HTML, between tags or in quotes.
  fileprivate var escaped: String {
    let entities: [Character: String] = [
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
    ]
    return reduce(into: "") { $0 += entities[$1] ?? String($1) }
  }
}
