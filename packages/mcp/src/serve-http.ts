import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { createClients } from './clients.ts'
import { createMcpServer } from './create-mcp-server.ts'

interface HttpOptions {
  /** `127.0.0.1` by default: it has no TLS of its own. */
  host?: string
  /** 0: any free one. */
  port: number
  /** The names by which clients reach it; others are refused, against DNS rebinding. */
  allowedHosts?: string[]
}

/**
 * Serves streamable HTTP at `/mcp`. Each request brings the keys of its caller, in `X-Automation-Key` and `X-Alias-Key`, and
 * nothing is kept between requests, so that any number of processes may serve them.
 */
export async function serveHttp({
  host = '127.0.0.1',
  port,
  allowedHosts = [],
}: HttpOptions): Promise<{ url: string; close(): Promise<void> }> {
  const names: string[] = [...allowedHosts]
  const http = createServer((request, response) => {
    serve(request, response, names).catch(() => {
      if (!response.headersSent) refuse(response, 500, 'Internal error')
      response.end()
    })
  }).listen(port, host)
  await once(http, 'listening')
  const bound = (http.address() as AddressInfo).port
  names.push(`127.0.0.1:${bound}`, `localhost:${bound}`, `[::1]:${bound}`)
  return {
    url: `http://${host}:${bound}/mcp`,
    async close() {
      http.close()
      http.closeAllConnections()
      await once(http, 'close')
    },
  }
}

async function serve(request: IncomingMessage, response: ServerResponse, names: string[]): Promise<void> {
  if (request.url?.split('?')[0] !== '/mcp') return refuse(response, 404, 'Not found')
  // Without sessions there is no stream to open and none to end.
  if (request.method !== 'POST') return refuse(response, 405, 'Method not allowed')
  const keys = { automation: headerOf(request, 'x-automation-key'), alias: headerOf(request, 'x-alias-key') }
  if (!keys.automation && !keys.alias)
    return refuse(response, 401, 'Send an API key as X-Automation-Key, X-Alias-Key or both')
  const server = createMcpServer(createClients(keys))
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableDnsRebindingProtection: true,
    allowedHosts: names,
  })
  response.on('close', () => {
    void transport.close()
    void server.close()
  })
  await server.connect(transport)
  await transport.handleRequest(request, response)
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }))
}
