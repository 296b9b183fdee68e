"""Wrong requests, and texts and files that are not as they should be."""

import pytest
from editor import Document, hovered, opened
from lsprotocol import types
from pygls.exceptions import JsonRpcException


@pytest.mark.asyncio
async def test_wrong_positions_and_files_that_vanish(client, project):
    document = await opened(client, project)
    far = types.Position(line=9999, character=9999)
    identifier = types.TextDocumentIdentifier(uri=document.uri)
    hover = await client.text_document_hover_async(
        types.HoverParams(text_document=identifier, position=far)
    )
    assert hover is None
    with pytest.raises(JsonRpcException, match="not open"):
        await client.text_document_hover_async(
            types.HoverParams(
                text_document=types.TextDocumentIdentifier(uri="file:///nowhere.lua"), position=far
            )
        )
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
