import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { AutomationClient } from '@waypost/sdk'
import { answer } from './answer.ts'

/** The names of secrets. No tool takes a value: what an agent is told may be kept elsewhere. */
export function registerSecretTools(server: McpServer, client: AutomationClient): void {
  server.registerTool(
    'list_secrets',
    {
      title: 'List the names of secrets',
      description: 'The secrets that steps may refer to as `${secrets.name}`. Nobody can read their values.',
      inputSchema: {},
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (_input, { signal }) =>
      answer(async () => {
        const secrets = await client.secrets.list({ signal })
        return { secrets: secrets.map(({ name, updatedAt }) => ({ name, updatedAt })) }
      }),
  )
}
