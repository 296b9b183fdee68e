"""An editor with a project of rules, for tests of `luarules lsp`."""

import asyncio
import pathlib

from lsprotocol import types

SCHEMA = """{
  "type": "object",
  "properties": {
    "order": {
      "type": "object",
      "description": "What somebody buys.",
      "properties": {
        "channel": { "enum": ["web", "shop"], "description": "Where it was ordered." },
        "total": { "type": "integer", "minimum": 0 },
        "lines": { "type": "array", "items": { "$ref": "#/$defs/line" } }
      },
      "required": ["channel", "total", "lines"]
    },
    "discount": { "type": "integer", "default": 0 },
    "label": { "type": "string", "default": "" }
  },
  "$defs": { "line": { "type": "object", "properties": { "price": { "type": "integer" } }, "required": ["price"] } }
}
"""

MODULE = """--- Sums of orders.
local sums = {}

--- Adds the prices of lines.
function sums.prices(lines, most)
  local sum = 0
  for _, line in ipairs(lines) do sum = sum + line.price end
  return sum
end

return sums
"""

RULES = """--- Discounts.
local sums = require "sums"

-- Whether an order is large.
local function isLarge(c)
  return c.order.total > 100
end

---@type Rules
return {
  { key = "discount", rules = {
    { when = { order = { channel = "web" } }, value = 5, priority = "high" },
    { when = function(c) return isLarge(c) and c.order.channel == "shop" end, value = 10 },
    { value = function(c)
      local order = c.order
      for _, line in ipairs(order.lines) do
        if line.price > sums.prices(order.lines, 3) then return 1 end
      end
      return 0
    end },
  } },
  { key = "label", value = function(c) return string.format("%d", c.discount) end },
}
"""

TESTS = """return {
  rules = { "." },
  { "web", context = { order = { channel = "web", total = 1, lines = {} } },
    expect = { discount = 5 } },
  { "shop", expect = { discount = 10 },
    context = { order = { channel = "shop", total = 200, lines = {} } } },
}
"""


class Document:
    """A text that is open in the editor."""

    def __init__(self, client, path, text, encoding="utf-16-le"):
        self.client, self.path, self.text, self.version = client, path, text, 1
        self.encoding = encoding
        self.uri = path.as_uri()
        client.text_document_did_open(
            types.DidOpenTextDocumentParams(
                text_document=types.TextDocumentItem(
                    uri=self.uri, language_id="lua", version=1, text=text
                )
            )
        )

    def position(self, marked):
        """The position of `|` in a part of the text."""
        before, after = marked.split("|")
        offset = self.text.index(before + after) + len(before)
        return self.position_of(offset)

    def position_of(self, offset):
        lines = self.text[:offset].split("\n")
        return types.Position(
            line=len(lines) - 1, character=self.units(lines[-1])
        )

    def units(self, text):
        width = {"utf-8": 1, "utf-16-le": 2, "utf-32-le": 4}[self.encoding]
        return len(text.encode(self.encoding)) // width

    def part(self, found):
        """The text of a range, which is in one line."""
        line = self.text.split("\n")[found.start.line].encode(self.encoding)
        width = {"utf-8": 1, "utf-16-le": 2, "utf-32-le": 4}[self.encoding]
        part = line[found.start.character * width : found.end.character * width]
        return part.decode(self.encoding)

    def at(self, marked):
        return {
            "text_document": types.TextDocumentIdentifier(uri=self.uri),
            "position": self.position(marked),
        }

    def replace(self, old, new):
        """Sends the change of a part, as editors do."""
        start = self.text.index(old)
        change = types.TextDocumentContentChangePartial(
            range=types.Range(
                start=self.position_of(start), end=self.position_of(start + len(old))
            ),
            text=new,
        )
        self.text = self.text.replace(old, new, 1)
        self.version += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                text_document=types.VersionedTextDocumentIdentifier(
                    uri=self.uri, version=self.version
                ),
                content_changes=[change],
            )
        )

    def offset_of(self, position):
        """The offset of a position, in characters of Python."""
        lines = self.text.split("\n")
        width = {"utf-8": 1, "utf-16-le": 2, "utf-32-le": 4}[self.encoding]
        before = lines[position.line].encode(self.encoding)[: position.character * width]
        return sum(len(line) + 1 for line in lines[: position.line]) + len(before.decode(self.encoding))

    def applying(self, edits):
        """The text after edits, which do not overlap."""
        text = self.text
        places = [(self.offset_of(e.range.start), self.offset_of(e.range.end), e) for e in edits]
        for start, end, edit in sorted(places, key=lambda place: place[:2])[::-1]:
            assert end <= len(text)
            text = text[:start] + edit.new_text + text[end:]
        return text

    async def codes(self, until=None):
        """The codes of the findings, when they are as wanted."""
        for _ in range(200):
            found = self.client.diagnostics.get(self.uri)
            if found is not None:
                codes = [diagnostic.code for diagnostic in found]
                if until is None or until(codes):
                    return codes
            await asyncio.sleep(0.05)
        raise AssertionError(f"the findings are {self.client.diagnostics.get(self.uri)}")


async def opened(client, project, name="rules/shop.lua"):
    path = project / name
    document = Document(client, path, path.read_text())
    await document.codes()
    return document


def places(found, project):
    """Places as `file:line:text`, with the line from 1."""
    result = []
    for place in found or []:
        path = pathlib.Path(place.uri.removeprefix("file://"))
        line = path.read_text().split("\n")[place.range.start.line]
        part = line[place.range.start.character : place.range.end.character]
        result.append(f"{path.relative_to(project)}:{place.range.start.line + 1}:{part}")
    return result


async def hovered(client, document, marked):
    hover = await client.text_document_hover_async(types.HoverParams(**document.at(marked)))
    return hover.contents.value if hover else ""


async def labels(client, document, marked):
    found = await client.text_document_completion_async(
        types.CompletionParams(**document.at(marked))
    )
    return [item.label for item in found]


def edits_of(edit):
    """The edits of each document, by address; with the versions if the client knows them."""
    if edit.document_changes is None:
        return edit.changes
    for change in edit.document_changes:
        assert change.text_document.version in (None, 1, 2, 3)
    return {change.text_document.uri: change.edits for change in edit.document_changes}


def watching(client):
    """A client that can be asked to watch files and to ask anew; it keeps what it was asked."""
    client.watchers = []
    client.refreshed = []

    for name in ("inlayHint", "codeLens"):

        @client.feature(f"workspace/{name}/refresh")
        def refresh(params, name=name):
            client.refreshed.append(name)

    @client.feature("client/registerCapability")
    def register(params):
        for registration in params.registrations:
            watchers = registration.register_options["watchers"]
            client.watchers += [watcher["globPattern"] for watcher in watchers]

    return client
