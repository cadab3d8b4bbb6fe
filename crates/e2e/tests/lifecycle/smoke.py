"""Drives `kitsune` with the Python MCP SDK: opens a page, reads it, prints the snapshot."""

import asyncio
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main(program: str, url: str) -> None:
    server = StdioServerParameters(command=program, env=dict(os.environ))
    async with stdio_client(server) as (reader, writer):
        async with ClientSession(reader, writer) as session:
            await session.initialize()
            names = [tool.name for tool in (await session.list_tools()).tools]
            assert "browser_click" in names, names
            opened = await session.call_tool("browser_tabs", {"action": "new", "url": url})
            assert not opened.is_error, opened
            wrong = await session.call_tool("browser_click", {"target": 5})
            assert wrong.is_error, wrong
            page = await session.call_tool("browser_snapshot", {"target": "body"})
            assert not page.is_error, page
            print(page.content[0].text)


asyncio.run(main(sys.argv[1], sys.argv[2]))
