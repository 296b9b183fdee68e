"""What is told about a place, and what may be written there."""

import pytest
from editor import hovered, labels, opened
from lsprotocol import types


@pytest.mark.asyncio
async def test_hover_on_everything(client, project):
    document = await opened(client, project)
    assert "one of web, shop" in await hovered(client, document, "c.order.chan|nel ==")
    assert "Where it was ordered." in await hovered(client, document, "{ chan|nel = ")
    assert "Rules, in their order:" in await hovered(client, document, 'key = "disc|ount"')
    assert "is `c.order`" in await hovered(client, document, "local ord|er =")
    assert "What somebody buys." in await hovered(client, document, "ipairs(ord|er.lines)")
    assert "is `c.order.lines[]`" in await hovered(client, document, "_, li|ne in")
    assert "**order.lines[].price**: an integer" in await hovered(client, document, "line.pri|ce")
    assert "Writes its arguments" in await hovered(client, document, "string.for|mat")
    assert "Adds the prices of lines." in await hovered(client, document, "sums.pri|ces")
    assert "Sums of orders." in await hovered(client, document, 'require "su|ms"')
    assert "Whether an order is large." in await hovered(client, document, "return isLa|rge(c)")
    assert "the context" in await hovered(client, document, "isLarge(c|) and")
    assert "priority 150 and complexity 1" in await hovered(client, document, "pri|ority =")


@pytest.mark.asyncio
async def test_signatures(client, project):
    document = await opened(client, project)

    async def found(marked):
        help = await client.text_document_signature_help_async(
            types.SignatureHelpParams(**document.at(marked))
        )
        return (help.signatures[0].label, help.active_parameter) if help else None

    assert await found('format("%d", |c.') == ("string.format(format, ...): string", 1)
    assert await found("sums.prices(order.lines, |3)") == ("sums.prices(lines, most)", 1)
    assert await found("isLarge(|c) and") == ("isLarge(c)", 0)
    assert await found("local sum|s =") is None
    help = await client.text_document_signature_help_async(
        types.SignatureHelpParams(**document.at("sums.prices(order.lines, |3)"))
    )
    signature = help.signatures[0]
    parts = [signature.label[slice(*parameter.label)] for parameter in signature.parameters]
    assert parts == ["lines", "most"]
    document.replace("return 0", 'return ("x"):rep(2, "-") .. c.order.channel:sub(1, 2)')
    assert await found('rep(2, |"-")') == ("rep(count, separator?): string", 1)
    assert await found("channel:sub(|1") == ("sub(first, last?): string", 0)


@pytest.mark.asyncio
async def test_inlay_hints_tell_the_rank(client, project):
    document = await opened(client, project)
    hints = await client.text_document_inlay_hint_async(
        types.InlayHintParams(
            text_document=types.TextDocumentIdentifier(uri=document.uri),
            range=types.Range(
                start=types.Position(line=0, character=0), end=types.Position(line=99, character=0)
            ),
        )
    )
    assert [(hint.position.line + 1, hint.label) for hint in hints] == [
        (12, "1/3 p150 c1"),
        (13, "2/3 p100 c2"),
        (14, "3/3 p100 c0"),
        (22, "1/1 p100 c0"),
    ]


@pytest.mark.asyncio
async def test_completion(client, project):
    document = await opened(client, project)
    document.replace('c.order.channel == "shop"', 'c.order. == ""')
    assert await labels(client, document, "c.order.| ==") == ["channel", "lines", "total"]
    document.replace('c.order. == ""', 'c.order.channel == ""')
    assert await labels(client, document, '== "|"') == ["web", "shop"]
    document.replace("local order = c.order", "local order = c.order\n      if order.")
    assert await labels(client, document, "if order.|") == ["channel", "lines", "total"]
    document.replace("if order.", "if string.")
    assert "format" in await labels(client, document, "if string.|")
    document.replace("if string.", "if sums.")
    assert await labels(client, document, "if sums.|") == ["prices"]
    document.replace('require "sums"', 'require ""')
    assert await labels(client, document, 'require "|"') == ["sums"]
    document.replace('priority = "high"', 'priority = ""')
    assert "very high" in await labels(client, document, 'priority = "|"')
    document.replace("  { value = function", "  { va")
    assert "value" in await labels(client, document, "  { va|")
