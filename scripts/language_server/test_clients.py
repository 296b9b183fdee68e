"""What the server does for editors that can do less, or that open several folders."""

import asyncio
import os

import pytest
from editor import Document, opened, places, watching
from lsprotocol import types
from pytest_lsp import make_test_lsp_client


async def started(capabilities, **parameters):
    client = watching(make_test_lsp_client())
    await client.start_io(os.environ["LUARULES"], "lsp")
    await client.initialize_session(
        types.InitializeParams(capabilities=capabilities, **parameters)
    )
    return client


@pytest.mark.asyncio
async def test_an_editor_that_knows_no_nested_symbols_and_no_markdown(project):
    client = await started(
        types.ClientCapabilities(
            text_document=types.TextDocumentClientCapabilities(
                hover=types.HoverClientCapabilities(content_format=["plaintext"]),
            )
        )
    )
    document = await opened(client, project)
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(text_document=types.TextDocumentIdentifier(uri=document.uri))
    )
    assert all(isinstance(symbol, types.SymbolInformation) for symbol in symbols)
    assert [symbol.name for symbol in symbols].count("discount") >= 1
    assert {symbol.location.uri for symbol in symbols} == {document.uri}
    inside = [symbol for symbol in symbols if symbol.container_name == "discount"]
    assert len(inside) == 3
    hover = await client.text_document_hover_async(
        types.HoverParams(**document.at("string.for|mat"))
    )
    assert hover.contents.kind == types.MarkupKind.PlainText
    assert hover.contents.value.startswith("string.format(format, ...): string\n\nWrites")
    assert "`" not in hover.contents.value
    await client.shutdown_session()


@pytest.mark.asyncio
async def test_each_folder_of_the_editor_is_checked(project, tmp_path_factory):
    others = []
    for name in ("second", "third"):
        folder = tmp_path_factory.mktemp(name)
        (folder / "rules").mkdir()
        (folder / "luarules.json").write_text('{ "rules": ["rules"] }')
        (folder / "rules" / "a.lua").write_text('return { { key = "a", valeu = 1 } }\n')
        others.append(folder)
    folders = [types.WorkspaceFolder(uri=f.as_uri(), name=f.name) for f in (project, others[0])]
    client = await started(types.ClientCapabilities(), workspace_folders=folders)
    for number, folder in enumerate(others):
        if number == 1:
            client.workspace_did_change_workspace_folders(
                types.DidChangeWorkspaceFoldersParams(
                    event=types.WorkspaceFoldersChangeEvent(
                        added=[types.WorkspaceFolder(uri=folder.as_uri(), name="third")],
                        removed=[],
                    )
                )
            )
        await client.wait_for_notification("textDocument/publishDiagnostics")
        document = Document.__new__(Document)
        document.client, document.uri = client, (folder / "rules" / "a.lua").as_uri()
        assert await document.codes(lambda codes: codes != []) == ["unknown-field"]
    await client.shutdown_session()


RENAMING = types.ClientCapabilities(
    workspace=types.WorkspaceClientCapabilities(
        workspace_edit=types.WorkspaceEditClientCapabilities(
            document_changes=True, resource_operations=[types.ResourceOperationKind.Rename]
        )
    )
)


@pytest.mark.asyncio
async def test_a_module_gets_another_name(project):
    client = await started(RENAMING)
    document = await opened(client, project)
    part = await client.text_document_prepare_rename_async(
        types.PrepareRenameParams(**document.at('require "su|ms"'))
    )
    assert document.part(part) == "sums"
    edit = await client.text_document_rename_async(
        types.RenameParams(**document.at('require "su|ms"'), new_name="order.totals")
    )
    changes = edit.document_changes
    assert [change.text_document.uri for change in changes[:-1]] == [document.uri]
    assert 'require "order.totals"' in document.applying(changes[0].edits)
    assert changes[-1].kind == "rename"
    assert changes[-1].old_uri == (project / "rules" / "lib" / "sums.lua").as_uri()
    assert changes[-1].new_uri == (project / "rules" / "lib" / "order" / "totals.lua").as_uri()
    await client.shutdown_session()


@pytest.mark.asyncio
async def test_a_file_of_a_module_gets_another_name(client, project):
    document = await opened(client, project)
    lib = project / "rules" / "lib"
    renamed = types.RenameFilesParams(
        files=[
            types.FileRename(
                old_uri=(lib / "sums.lua").as_uri(), new_uri=(lib / "totals.lua").as_uri()
            )
        ]
    )
    edit = await client.workspace_will_rename_files_async(renamed)
    assert 'require "totals"' in document.applying(edit.document_changes[0].edits)
    renamed.files[0].old_uri = document.uri
    assert await client.workspace_will_rename_files_async(renamed) is None


@pytest.mark.asyncio
async def test_selections_grow_and_types_are_found(client, project):
    document = await opened(client, project)
    asked = document.at("string.for|mat")
    found = await client.text_document_selection_range_async(
        types.SelectionRangeParams(
            text_document=asked["text_document"], positions=[asked["position"]]
        )
    )
    parts, selection = [], found[0]
    while selection and selection.range.start.line == selection.range.end.line:
        parts.append(document.part(selection.range))
        selection = selection.parent
    assert parts[:3] == [
        "format", "string.format", 'string.format("%d", c.discount)',
    ]
    assert selection is not None
    place = await client.text_document_type_definition_async(
        types.TypeDefinitionParams(**document.at("for _, li|ne"))
    )
    assert places(place, project) == ["app.schema.json:17:line"]


@pytest.mark.asyncio
async def test_highlights_tell_what_is_written(client, project):
    document = await opened(client, project)
    found = await client.text_document_document_highlight_async(
        types.DocumentHighlightParams(**document.at("local ord|er"))
    )
    kinds = [highlight.kind for highlight in found]
    write, read = types.DocumentHighlightKind.Write, types.DocumentHighlightKind.Read
    assert kinds == [write, read, read]


@pytest.mark.asyncio
async def test_references_without_the_declaration(client, project):
    document = await opened(client, project)
    counts = []
    for is_included in (True, False):
        found = await client.text_document_references_async(
            types.ReferenceParams(
                **document.at("local su|ms"),
                context=types.ReferenceContext(include_declaration=is_included),
            )
        )
        counts.append(len(found))
    assert counts == [2, 1]


@pytest.mark.asyncio
async def test_a_long_question_keeps_no_other_waiting(client, project):
    rules = "".join(
        f"  {{ key = \"label\", when = function(c) return c.order.total == {n} end, value = \"{n}\" }},\n"
        for n in range(3000)
    )
    document = Document(client, project / "rules" / "many.lua", f"return {{\n{rules}}}\n")
    await document.codes()
    ended = []

    async def ask(name, question):
        await question
        ended.append(name)

    references = types.ReferenceParams(
        **document.at("c.or|der.total == 7 "),
        context=types.ReferenceContext(include_declaration=True),
    )
    hover = types.HoverParams(**document.at("c.or|der.total == 7 "))
    await asyncio.gather(
        ask("references", client.text_document_references_async(references)),
        ask("hover", client.text_document_hover_async(hover)),
    )
    assert ended == ["hover", "references"]
