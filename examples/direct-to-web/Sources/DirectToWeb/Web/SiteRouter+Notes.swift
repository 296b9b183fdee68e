import HTTPTypes
import Hummingbird

// What a page has to tell about the one before it.

extension SiteRouter {
  /// The note for a page that a browser goes to; what scripts fetch leaves it for that.
  func note(for page: PageRequest, _ request: Request) -> PageNote? {
    guard request.method == .get,
      request.headers[named: "Sec-Fetch-Mode"].map({ $0 == "navigate" }) ?? true,
      let token = site.options.cookie.note.token(in: request.headers[values: .cookie])
    else { return nil }
    return site.notes.take(token, for: page.formUser)
  }

  /// Leads to a page that tells something.
  func redirect(_ path: String, note: PageNote, for user: String) -> Response {
    let token = site.notes.keep(note, for: user)
    let age = NoteStore.lifetime.components.seconds
    return redirect(path, cookie: site.options.cookie.note.setting(token) + "; Max-Age=\(age)")
  }
}
