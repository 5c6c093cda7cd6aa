import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { serveHttp } from '../serve-http.ts'
import { startService } from './start-service.ts'

export const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** For tests: a service on loopback, and agents that are connected with its tools. */
export function openAgentBed() {
  const answers = new Map<string, () => { status: number; body: unknown }>()

  let service: Awaited<ReturnType<typeof startService>>
  let http: Awaited<ReturnType<typeof serveHttp>>
  const open: Client[] = []

  beforeAll(async () => {
    service = await startService(answers)
    vi.stubEnv('WAYPOST_AUTOMATION_URL', service.url)
    vi.stubEnv('WAYPOST_ALIAS_URL', service.url)
    http = await serveHttp({ port: 0 })
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await http.close()
    await service.close()
  })
  beforeEach(() => {
    answers.clear()
    service.asked.length = 0
  })
  afterEach(async () => {
    for (const client of open.splice(0)) await client.close()
  })

  async function connect(transport: Transport): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(transport)
    open.push(client)
    return client
  }
  const overHttp = (headers: Record<string, string>) =>
    connect(new StreamableHTTPClientTransport(new URL(http.url), { requestInit: { headers } }))
  const overStdio = (env: Record<string, string>) =>
    connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ['--conditions=@waypost/source', main],
        env: { WAYPOST_AUTOMATION_URL: service.url, WAYPOST_ALIAS_URL: service.url, ...env },
        stderr: 'ignore',
      }),
    )

  return { answers, overHttp, overStdio, asked: () => service.asked, url: () => http.url }
}

export const toolsOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)
export async function call(client: Client, name: string, input: object = {}) {
  const { content, isError } = await client.callTool({ name, arguments: { ...input } })
  const [{ text }] = content as [{ text: string }]
  return { isError: isError === true, text, json: () => JSON.parse(text) as unknown }
}
