"""Wrong requests, and texts and files that are not as they should be."""

import pytest
from editor import RULES, Document, edits_of, hovered, opened
from lsprotocol import types


@pytest.mark.asyncio
async def test_wrong_positions_and_files_that_vanish(client, project):
    document = await opened(client, project)
    far = types.Position(line=9999, character=9999)
    identifier = types.TextDocumentIdentifier(uri=document.uri)
    hover = await client.text_document_hover_async(
        types.HoverParams(text_document=identifier, position=far)
    )
    assert hover is None
    for uri in ("file:///nowhere.lua", "untitled:Untitled-1"):
        nowhere = types.TextDocumentIdentifier(uri=uri)
        assert (
            await client.text_document_hover_async(
                types.HoverParams(text_document=nowhere, position=far)
            )
            is None
        )
        hints = types.InlayHintParams(text_document=nowhere, range=types.Range(far, far))
        assert await client.text_document_inlay_hint_async(hints) is None
    (project / "rules" / "lib" / "sums.lua").unlink()
    document.replace("--- Discounts.", "--- All discounts.")
    await document.codes(lambda codes: codes != [])
    (project / "rules" / "shop.lua").unlink()
    (project / "rules" / "shop.test.lua").unlink()
    document.replace("--- All discounts.", "--- None.")
    assert "one of web, shop" in await hovered(client, document, "c.order.chan|nel ==")
    (project / "luarules.json").unlink()
    document.replace("--- None.", "--- Nothing.")
    await document.codes()


@pytest.mark.asyncio
async def test_texts_that_are_not_complete(client, project):
    document = await opened(client, project)
    text = document.text
    asked = {"text_document": types.TextDocumentIdentifier(uri=document.uri)}
    for end in range(0, len(text), 37):
        whole = types.TextDocumentContentChangeWholeDocument(text=text[:end])
        client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                text_document=types.VersionedTextDocumentIdentifier(
                    uri=document.uri, version=end + 2
                ),
                content_changes=[whole],
            )
        )
        document.text = text[:end]
        position = document.position_of(end)
        await client.text_document_hover_async(types.HoverParams(**asked, position=position))
        await client.text_document_completion_async(
            types.CompletionParams(**asked, position=position)
        )
        await client.text_document_signature_help_async(
            types.SignatureHelpParams(**asked, position=position)
        )
        await client.text_document_folding_range_async(types.FoldingRangeParams(**asked))
        await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(**asked))
        await client.text_document_document_symbol_async(types.DocumentSymbolParams(**asked))


@pytest.mark.asyncio
async def test_a_new_file_that_is_not_on_the_disk(client, project):
    text = 'return {\n  { key = "label", value = function(c) return c.order.chanel end },\n}\n'
    document = Document(client, project / "rules" / "new.lua", text)
    assert "unknown-member" in await document.codes(lambda codes: codes != [])
    assert "What somebody buys." in await hovered(client, document, "c.ord|er.chanel")
    document.replace("chanel", "channel")
    await document.codes(lambda codes: "unknown-member" not in codes)
    shop = await opened(client, project)
    assert "new.lua" in await hovered(client, shop, 'key = "la|bel"')


@pytest.mark.asyncio
async def test_half_a_character(client, project):
    """Editors in JavaScript may replace half of a character of two UTF-16 units."""
    text = RULES.replace("--- Discounts.", "--- Discounts.\nlocal smile = '😀' local o = 1 o = o")
    document = Document(client, project / "rules" / "shop.lua", text)
    await document.codes(lambda codes: codes != [])
    start = document.position_of(text.index("😀"))
    start.character += 1
    end = types.Position(line=start.line, character=start.character + 1)
    change = types.TextDocumentContentChangePartial(range=types.Range(start, end), text="\ude01 more")
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=document.uri, version=2),
            content_changes=[change],
        )
    )
    # Behind it, all places are where the editor has them.
    document.text = text.replace("😀", "xy more")
    part = await client.text_document_prepare_rename_async(
        types.PrepareRenameParams(**document.at("local o| = 1"))
    )
    assert document.part(part) == "o"


@pytest.mark.asyncio
async def test_lines_that_end_with_a_carriage_return_alone(client, project):
    text = 'local a = 1\rlocal b = 2\r\nlocal long = a + b\nreturn {}\n'
    document = Document(client, project / "rules" / "old.lua", text)
    await document.codes()
    edit = await client.text_document_rename_async(
        types.RenameParams(
            text_document=types.TextDocumentIdentifier(uri=document.uri),
            position=types.Position(line=2, character=6),
            new_name="sum",
        )
    )
    ranges = [found.range for found in edits_of(edit)[document.uri]]
    assert ranges == [types.Range(types.Position(2, 6), types.Position(2, 10))]


@pytest.mark.asyncio
async def test_a_blank_key_hides_no_other_symbol(client, project):
    document = await opened(client, project)
    document.replace('{ key = "label"', '{ key = "", value = 1 },\n  { key = " ", value = 1 },\n  { key = "label"')
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query=""))
    assert found and all(symbol.name.strip() for symbol in found)
    found = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(text_document=types.TextDocumentIdentifier(uri=document.uri))
    )
    assert len(found) > 3 and all(symbol.name.strip() for symbol in found)
