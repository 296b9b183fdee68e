import Foundation
import HTTPTypes
import Hummingbird
import LuaRules

// Pages of tables and rows.

extension SiteRouter {
  func addRows(to group: RouterGroup<SiteContext>) {
    group.get("table/{table}") { request, context in
      try await page("list", request, context) { request, entity in
        if let address = ListPage.tidyAddress(entity, request) { return .redirect(address) }
        return try await ListPage(entity, request)?.answer()
      }
    }
    group.post("table/{table}") { request, context in
      try await form("list", request, context) { request, entity, body in
        try await ListPage(entity, request)?.save(body)
      }
    }
    group.get("table/{table}/export/{format}") { request, context in
      try await export(request, context)
    }
    group.get("table/{table}/new") { request, context in
      try await page("new", request, context) { request, entity in
        let source = request.item("copy").flatMap(RowKey.init(token:))
        return try await EditPage(entity, nil, request)?.answer(copying: source)
      }
    }
    group.post("table/{table}/new") { request, context in
      try await edit("new", request, context, key: nil)
    }
    group.post("table/{table}/new/select/{relationship}") { request, context in
      try await select(request, context, key: nil)
    }
    addNewRelatedRows(to: group)
    group.get("table/{table}/import") { request, context in
      try await page("new", request, context) { ImportPage($1, $0)?.answer() }
    }
    group.post("table/{table}/import") { request, context in
      try await form("new", request, context) { request, entity, body in
        try await ImportPage(entity, request)?.answer(body)
      }
    }
    group.post("table/{table}/batch") { request, context in
      try await form("confirm", request, context) { request, entity, body in
        let chosen = try await ChosenRows(body, entity, request)
        if let problem = chosen.problem(request) { return problem }
        return try await DeletePage(entity, chosen.keys, request)?.answer()
      }
    }
    group.post("table/{table}/change") { request, context in
      try await form("edit", request, context) { request, entity, body in
        try await ChangePage(entity, request)?.answer(body)
      }
    }
    group.post("table/{table}/act") { request, context in
      try await form("action", request, context) { request, entity, body in
        try await ActionPage(entity, request)?.perform(body)
      }
    }
    group.post("table/{table}/delete") { request, context in
      try await form("confirm", request, context) { request, entity, body in
        try await DeletePage.delete(body, entity, request)
      }
    }
    let row = group.group("table/{table}/row/{key}")
    row.get { request, context in
      try await page("inspect", request, context) { request, entity in
        try await key(context).flatMap { InspectPage(entity, $0, request) }?.answer()
      }
    }
    row.get("edit") { request, context in
      try await page("edit", request, context) { request, entity in
        try await key(context).flatMap { EditPage(entity, $0, request) }?.answer()
      }
    }
    row.post("edit") { request, context in
      guard let key = key(context) else {
        return try await page("edit", request) { _ in .notFound }
      }
      return try await edit("edit", request, context, key: key)
    }
    row.post("select/{relationship}") { request, context in
      guard let key = key(context) else {
        return try await page("edit", request) { _ in .notFound }
      }
      return try await select(request, context, key: key)
    }
    row.get("delete") { request, context in
      try await page("confirm", request, context) { request, entity in
        try await key(context).flatMap { DeletePage(entity, [$0], request) }?.answer()
      }
    }
    row.get("history") { request, context in
      try await page("inspect", request, context) { request, entity in
        try await key(context).flatMap { RowHistoryPage(entity, $0, request) }?.answer()
      }
    }
    row.post("restore") { request, context in
      try await page("edit", request, context) { request, entity in
        try await key(context).flatMap { RowHistoryPage(entity, $0, request) }?.restore()
      }
    }
    row.get("bytes/{column}") { request, context in
      try await bytes(request, context) { Self.kept($0, $1) }
    }
    row.get("image/{column}") { request, context in
      try await bytes(request, context) { Self.image($1) }
    }
  }

  private func edit(
    _ task: String, _ request: Request, _ context: SiteContext, key: RowKey?
  ) async throws -> Response {
    try await form(task, request, context) { request, entity, body in
      let page = EditPage(entity, key, request)
      return try await request.item("typed") == "1" ? page?.typed(body) : page?.save(body)
    }
  }

  /// The pages where a form gets a new row for one of its relationships.
  private func addNewRelatedRows(to group: RouterGroup<SiteContext>) {
    for start in ["table/{table}/new", "table/{table}/row/{key}"] {
      group.post(RouterPath(start + "/add/{relationship}")) { request, context in
        try await form("new", request, context) { request, entity, body in
          guard let name = relationship(context), hasKeyOrNone(context) else { return nil }
          return try await NewRelatedRow(entity, key(context), name, outer: body, request)?
            .page?.answer()
        }
      }
      group.post(RouterPath(start + "/added/{relationship}")) { request, context in
        try await form("new", request, context) { request, entity, body in
          guard let name = relationship(context), hasKeyOrNone(context),
            let row = NewRelatedRow(entity, key(context), name, sent: body, request)
          else { return nil }
          if request.item("back") != nil { return try await row.back() }
          return request.item("typed") == "1"
            ? try await row.page?.typed(body) : try await row.page?.save(body)
        }
      }
    }
  }

  /// Whether an address has the key of a row, or no place for one.
  private func hasKeyOrNone(_ context: SiteContext) -> Bool {
    context.parameters.get("key") == nil || key(context) != nil
  }

  private func relationship(_ context: SiteContext) -> String? {
    context.parameters.get("relationship")?.removingPercentEncoding
      .flatMap { String(pathToken: $0) }
  }

  private func select(_ request: Request, _ context: SiteContext, key: RowKey?) async throws
    -> Response
  {
    try await form("select", request, context) { request, entity, body in
      guard let name = relationship(context) else { return nil }
      return try await SelectPage(entity, key, name, request)?.answer(body)
    }
  }

  // MARK: - Bytes

  /// All rows of a list, as a file.
  private func export(_ request: Request, _ context: SiteContext) async throws -> Response {
    let format = context.parameters.get("format") ?? ""
    let box = ResponseBox()
    return try await page("list", request, context) { request, entity in
      guard let export = try ListExport(entity, format: format, request) else { return nil }
      box.response =
        export.isDelimited
        ? Self.download(export.delimited, DelimitedText.contentType, "\(entity.name).csv")
        : Self.download(export.json, RowJSON.contentType, "\(entity.name).json")
      return .file
    } file: {
      box.response
    }
  }

  private static func download(
    _ chunks: some AsyncSequence<[UInt8], any Error> & Sendable, _ type: String, _ name: String
  ) -> Response {
    Response(
      status: .ok, headers: [.contentType: type, .contentDisposition: disposition(name)],
      body: ResponseBody(asyncSequence: chunks.map { ByteBuffer(bytes: $0) }))
  }

  /// `attachment` with a name of plain letters, and the whole name in UTF-8.
  private static func disposition(_ name: String) -> String {
    let plain = String(
      name.unicodeScalars.map { scalar -> Character in
        let isPlain =
          scalar.isASCII
          && (scalar.properties.isAlphabetic || "0123456789._-".unicodeScalars.contains(scalar))
        return isPlain ? Character(scalar) : "_"
      })
    return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(name.percentEncoded)"
  }

  /// Answers with the bytes of a column, if its user may see them.
  private func bytes(
    _ request: Request, _ context: SiteContext,
    _ answer: (Attribute, [UInt8]) -> Response?
  ) async throws -> Response {
    let box = ResponseBox()
    return try await page("inspect", request, context) { request, entity in
      guard let key = key(context),
        let name = context.parameters.get("column")?.removingPercentEncoding
          .flatMap({ String(pathToken: $0) }),
        let attribute = entity.attribute(name), request.access.canSee(attribute),
        !attribute.isSecret
      else { return nil }
      let list = try RowList(entity, columns: [AttributePath(attribute)], through: request.access)
      guard
        case .blob(let bytes)? = try await request.file.read({ try list.row(key, on: $0) })?
          .values.first, let response = answer(attribute, bytes)
      else { return nil }
      box.response = response
      return .file
    } file: {
      box.response
    }
  }

  /// Bytes to be kept, and never shown.
  private static func kept(_ attribute: Attribute, _ bytes: [UInt8]) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "application/octet-stream",
        .contentDisposition: disposition("\(attribute.name).\(FileType(of: bytes).ending)"),
      ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// An image that runs nothing; nil for other bytes, which no browser may take for a page.
  private static func image(_ bytes: [UInt8]) -> Response? {
    let type = FileType(of: bytes)
    guard type.isShownImage else { return nil }
    return Response(
      status: .ok, headers: [.contentType: type.name, .contentDisposition: "inline"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  // MARK: - Parts of addresses

  private func key(_ context: SiteContext) -> RowKey? {
    (context.parameters.get("key")?.removingPercentEncoding).flatMap(RowKey.init(token:))
  }

  private func entity(_ request: PageRequest, _ context: SiteContext) -> Entity? {
    guard let token = context.parameters.get("table")?.removingPercentEncoding,
      let name = String(pathToken: token)
    else { return nil }
    return try? request.model.entity(named: name)
  }

  /// Answers with a page of the table that an address names.
  private func page(
    _ task: String, _ request: Request, _ context: SiteContext,
    _ make: (PageRequest, Entity) async throws -> PageAnswer?,
    file: () -> Response = { Response(status: .notFound) }, sent: FormBody? = nil
  ) async throws -> Response {
    try await page(
      task, request, file: file, sent: sent, of: { entity($0, context) }
    ) { request in
      guard let entity = entity(request, context) else { return .notFound }
      return try await make(request, entity) ?? .notFound
    }
  }

  /// Answers to a form of the table that an address names.
  private func form(
    _ task: String, _ request: Request, _ context: SiteContext,
    _ make: (PageRequest, Entity, FormBody) async throws -> PageAnswer?
  ) async throws -> Response {
    var request = request
    let body = try await form(&request)
    return try await page(
      task, request, context, { try await make($0, $1, body) }, sent: body)
  }
}
