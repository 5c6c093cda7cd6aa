import { createServer as createTcpServer } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { readProxyStatus } from './proxy-error.ts'
import { listenOnLoopback } from './testing/listen-on-loopback.ts'
import {
  bodyOf,
  connectRequest,
  exchange,
  getRequest,
  startProxy,
  startTarget,
} from './testing/test-proxy.ts'

const failing = (code: string) => () => Promise.reject(Object.assign(new Error('no'), { code }))
const statusOf = (answer: string) => /\r\nProxy-Status: (.*)\r\n/i.exec(answer)?.[1]

async function findClosedPort(): Promise<number> {
  const server = createTcpServer()
  const port = await listenOnLoopback(server)
  server.close()
  return port
}

describe('a refused proxy request', () => {
  test.each([
    ['an unknown name', { lookup: failing('ENOTFOUND') }, 'target.test', 'dns_error'],
    ['a name for which DNS does not answer', { lookup: failing('EAI_AGAIN') }, 'target.test', 'dns_timeout'],
    [
      'a target that does not answer in time',
      { connectTimeoutMs: 20, lookup: () => new Promise<never>(() => {}) },
      'target.test',
      'connection_timeout',
    ],
    ['an address that is not allowed', {}, 'db.internal', 'destination_ip_prohibited'],
    ['a target that does not listen', {}, 'target.test', 'connection_refused'],
    [
      'a connection over the limit',
      { limits: { connections: 0 } },
      'target.test',
      'connection_limit_reached',
    ],
  ])(
    'the proxy reports %s in Proxy-Status, for tunnels and for requests',
    async (_what, options, host, error) => {
      const onTunnelRefused = vi.fn()
      const { port } = await startProxy({ ...options, name: 'own', onTunnelRefused })
      const target = { host, port: await findClosedPort() }
      const answer = await exchange(port, getRequest(`http://${target.host}:${target.port}/`))
      expect(statusOf(answer)).toBe(`own; error=${error}`)
      expect(onTunnelRefused).not.toHaveBeenCalled()
      const tunnel = await exchange(port, connectRequest(`${target.host}:${target.port}`))
      expect(statusOf(tunnel)).toBe(`own; error=${error}`)
      expect(onTunnelRefused.mock.calls).toEqual([[target, error]])
    },
  )
})

test('a target cannot pass its own response off as the proxy’s', async () => {
  const target = await startTarget((_incoming, outgoing) =>
    outgoing.writeHead(502, { 'proxy-status': 'own; error=dns_error' }).end('from the target'),
  )
  const { port } = await startProxy({ name: 'own' })
  const answer = await exchange(port, getRequest(`http://target.test:${target.port}/`))
  expect(bodyOf(answer)).toContain('from the target')
  expect(statusOf(answer)).toBeUndefined()
})

test.each([
  ['own; error=dns_error', 'dns_error'],
  ['other; error=dns_error', undefined],
  ['own; error=made_up', undefined],
  ['own', undefined],
  [undefined, undefined],
])('the Proxy-Status %j is parsed as %j', (status, error) => {
  expect(readProxyStatus('own', status)).toBe(error)
})
