/// The page on which users change their own password.
struct PasswordPage: Sendable {
  /// The names of the fields.
  static let (current, new, again) = ("current", "new", "again")

  private let request: PageRequest

  /// Prepares the page; nil for whom has no password here.
  init?(_ request: PageRequest) {
    guard request.hasPassword else { return nil }
    self.request = request
  }

  func answer(problem: String? = nil, status: Int = 200) -> PageAnswer {
    let title = request.texts["changePassword"]
    return request.html(
      [
        "page": "PagePassword", "title": title, "navigationBarTitle": title,
        "name": request.userName ?? "",
        "problem": problem.orFalse, "saveHref": request.addresses.password,
        "cancelHref": request.addresses.home, "minimumLength": String(minimumLength),
        // What is typed here must not be fetched again.
        "generation": false,
      ], in: request.context, of: nil, status: status)
  }

  /// What is wrong with a form, before the current password is looked at.
  func objection(to form: FormBody) -> String? {
    let new = form[Self.new] ?? ""
    if new.unicodeScalars.count < minimumLength {
      return request.texts["shortPassword", ["count": String(minimumLength)]]
    }
    return new.hasSameBytes(as: form[Self.again] ?? "")
      ? nil : request.texts["passwordsDiffer"]
  }

  private var minimumLength: Int {
    request.ask(
      \.minimumPasswordLength, "minimumPasswordLength", of: "password", in: request.context, else: 8
    )
  }
}
