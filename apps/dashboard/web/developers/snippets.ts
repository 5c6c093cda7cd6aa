import type { Service } from '../services/service.ts'

export interface Snippet {
  label: string
  text: string
}

interface Words {
  key: string
  list: string
  typescript: string
  python: string
}

const words: Record<Service, Words> = {
  automation: {
    key: 'x-api-key: $WAYPOST_AUTOMATION_API_KEY',
    list: '/api/v1/automations',
    typescript: `import { AutomationClient } from '@waypost/sdk'

// The key is in WAYPOST_AUTOMATION_API_KEY.
const waypost = new AutomationClient({ baseUrl: 'BASE_URL' })
for await (const { id, name } of waypost.automations.list()) console.log(id, name)`,
    python: `from waypost import AutomationClient

# The key is in WAYPOST_AUTOMATION_API_KEY.
waypost = AutomationClient(base_url="BASE_URL")
for automation in waypost.automations.list():
    print(automation["id"], automation["name"])`,
  },
  alias: {
    key: 'authorization: Bearer $WAYPOST_ALIAS_API_KEY',
    list: '/api/v1/addresses',
    typescript: `import { AliasClient } from '@waypost/sdk'

// The key is in WAYPOST_ALIAS_API_KEY.
const waypost = new AliasClient({ baseUrl: 'BASE_URL' })
const alias = await waypost.addresses.create({ alias: 'Shop' })
console.log(alias.address)`,
    python: `from waypost import AliasClient

# The key is in WAYPOST_ALIAS_API_KEY.
waypost = AliasClient(base_url="BASE_URL")
alias = waypost.addresses.create({"alias": "Shop"})
print(alias["address"])`,
  },
}

const variables: Record<Service, [url: string, key: string, example: string]> = {
  automation: ['WAYPOST_AUTOMATION_URL', 'WAYPOST_AUTOMATION_API_KEY', 'gfac_…'],
  alias: ['WAYPOST_ALIAS_URL', 'WAYPOST_ALIAS_API_KEY', 'jm_live_…'],
}

/** What a program begins with, for the service at a base URL. */
export function listSnippets(service: Service, baseUrl: string): Snippet[] {
  const { key, list, typescript, python } = words[service]
  const fill = (text: string) => text.replaceAll('BASE_URL', baseUrl)
  const [urlVariable, keyVariable, example] = variables[service]
  const server = {
    command: 'node',
    args: ['--conditions=@waypost/source', '/path/to/waypost/packages/mcp/src/main.ts'],
    env: { [urlVariable]: baseUrl, [keyVariable]: example },
  }
  return [
    { label: 'curl', text: `curl ${baseUrl}${list} \\\n  -H "${key}"` },
    { label: 'TypeScript', text: fill(typescript) },
    { label: 'Python', text: fill(python) },
    { label: 'MCP', text: JSON.stringify({ mcpServers: { waypost: server } }, null, 2) },
  ]
}
