#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createClients } from './clients.ts'
import { createMcpServer } from './create-mcp-server.ts'
import { readKeys } from './env.ts'
import { serveHttp } from './serve-http.ts'

const usage = `waypost-mcp                  serves over stdio, with the keys of the environment
waypost-mcp --http <port>    serves http://127.0.0.1:<port>/mcp, with the keys that each request brings
  --host <address>           listens on another address
  --allowed-host <name>      a name and port by which clients reach it; may be repeated

WAYPOST_AUTOMATION_API_KEY, WAYPOST_ALIAS_API_KEY   of stdio: the tools of a service without a key are left out
WAYPOST_AUTOMATION_URL, WAYPOST_ALIAS_URL           the services; by default those of this machine
`

try {
  const { values } = parseArgs({
    options: {
      http: { type: 'string' },
      host: { type: 'string' },
      'allowed-host': { type: 'string', multiple: true },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) process.stdout.write(usage)
  else if (values.http === undefined) await serveStdio()
  else await listen(values.http, values.host, values['allowed-host'])
} catch (error) {
  // Over stdio, stdout is the protocol's.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  process.exitCode = 1
}

async function serveStdio(): Promise<void> {
  await createMcpServer(createClients(readKeys())).connect(new StdioServerTransport())
}

async function listen(text: string, host?: string, allowedHosts?: string[]): Promise<void> {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${text} is no port`)
  const served = await serveHttp({ port, ...(host && { host }), ...(allowedHosts && { allowedHosts }) })
  process.stdout.write(`${served.url}\n`)
  const stop = () => void served.close()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}
