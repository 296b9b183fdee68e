"""The server and the project of each test. See scripts/check-language-server."""

import os

import pytest
import pytest_lsp
from editor import MODULE, RULES, SCHEMA, TESTS, watching
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[os.environ["LUARULES"], "lsp"]),
)
async def client(lsp_client: LanguageClient):
    watching(lsp_client)
    capabilities = client_capabilities("visual-studio-code")
    result = await lsp_client.initialize_session(
        types.InitializeParams(capabilities=capabilities)
    )
    lsp_client.result = result
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def project(tmp_path):
    (tmp_path / "rules" / "lib").mkdir(parents=True)
    (tmp_path / "luarules.json").write_text('{ "rules": ["rules"], "schema": "app.schema.json" }')
    (tmp_path / "app.schema.json").write_text(SCHEMA)
    (tmp_path / "rules" / "lib" / "sums.lua").write_text(MODULE)
    (tmp_path / "rules" / "shop.lua").write_text(RULES)
    (tmp_path / "rules" / "shop.test.lua").write_text(TESTS)
    return tmp_path
