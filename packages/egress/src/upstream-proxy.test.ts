import { createServer, type Server } from 'node:net'
import socks5 from 'simple-socks'
import { describe, expect, test } from 'vitest'
import { listenOnLoopback } from './testing/listen-on-loopback.ts'
import {
  bodyOf,
  connectRequest,
  exchange,
  getRequest,
  startProxy,
  startTarget,
} from './testing/test-proxy.ts'
import { watchDialled } from './testing/watch-dialled.ts'
import { parseUpstreamProxy, type UpstreamProxy } from './upstream-proxy.ts'

/** A proxy of ours whose way leads through another one. */
const startWithUpstream = async (upstream: Omit<UpstreamProxy, 'hostname'> & { hostname?: string }) => {
  const own = await startProxy({ upstream: () => ({ hostname: 'proxy.test', ...upstream }) })
  return own.port
}

/** Another proxy that speaks HTTP, with what it was asked for. */
async function startHttpUpstream(token?: string) {
  const asked: string[] = []
  const { port } = await startProxy({
    ...(token && { token }),
    lookup: async (hostname) => {
      asked.push(hostname)
      return [{ address: '127.0.0.1', family: 4 }]
    },
  })
  return { port, asked }
}

/** A SOCKS 5 server that wants a password. */
async function startSocks(): Promise<number> {
  const server: Server = socks5.createServer({
    authenticate: (username: string, password: string, _socket: unknown, answer: (error?: Error) => void) =>
      void setImmediate(answer, username === 'ada' && password === 'right' ? undefined : new Error('no')),
  })
  return listenOnLoopback(server)
}

const tunnelTo = (port: number, host = 'target.test') =>
  `${connectRequest(`${host}:${port}`)}${getRequest('/').replace('Host: ignored.test', 'Host: target.test')}`

describe('a proxy of an automation', () => {
  test('that speaks HTTP gets requests as they are, with its credentials, and the target does not get these', async () => {
    const target = await startTarget()
    const upstream = await startHttpUpstream('right')
    const port = await startWithUpstream({
      protocol: 'http',
      port: upstream.port,
      username: 'ada',
      password: 'right',
    })
    const answer = await exchange(port, getRequest(`http://target.test:${target.port}/path?q=1`))
    expect(bodyOf(answer)).toBe('hello')
    expect(upstream.asked).toEqual(['target.test'])
    expect(target.seen).toMatchObject([{ url: '/path?q=1' }])
    expect(JSON.stringify(target.seen).toLowerCase()).not.toContain('proxy-authorization')
  })

  test('that speaks HTTP opens tunnels', async () => {
    const target = await startTarget()
    const upstream = await startHttpUpstream('right')
    const port = await startWithUpstream({
      protocol: 'http',
      port: upstream.port,
      username: 'ada',
      password: 'right',
    })
    expect(await exchange(port, tunnelTo(target.port))).toContain('hello')
    expect(upstream.asked).toEqual(['target.test'])
  })

  test('that speaks SOCKS is used for requests and tunnels', async () => {
    const target = await startTarget()
    const upstream = {
      protocol: 'socks5',
      port: await startSocks(),
      username: 'ada',
      password: 'right',
    } as const
    const port = await startWithUpstream(upstream)
    const answer = await exchange(port, getRequest(`http://127.0.0.1:${target.port}/`))
    expect(bodyOf(answer)).toBe('hello')
    expect(await exchange(port, tunnelTo(target.port, '127.0.0.1'))).toContain('hello')
  })

  test('that refuses the credentials is named as the reason', async () => {
    const target = await startTarget()
    const upstream = await startHttpUpstream('right')
    for (const given of [
      { protocol: 'http', port: upstream.port, username: 'ada', password: 'wrong' },
      { protocol: 'http', port: upstream.port },
      { protocol: 'socks5', port: await startSocks(), username: 'ada', password: 'wrong' },
    ] as const) {
      const port = await startWithUpstream(given)
      for (const request of [getRequest(`http://target.test:${target.port}/`), tunnelTo(target.port)])
        expect(await exchange(port, request)).toMatch(/^HTTP\/1\.1 502 [^]*error=proxy_configuration_error/)
    }
    expect(target.seen).toEqual([])
  })

  test('that is not there is named as the reason', async () => {
    const closed = createServer()
    const nobody = await listenOnLoopback(closed)
    await new Promise((done) => void closed.close(done))
    for (const protocol of ['http', 'socks5'] as const) {
      const port = await startWithUpstream({ protocol, port: nobody })
      const answer = await exchange(port, getRequest('http://target.test/'))
      expect(answer).toContain('error=proxy_configuration_error')
    }
  })

  test('on an address that is not allowed is not dialled', async () => {
    const dialled = watchDialled()
    const port = await startWithUpstream({ protocol: 'http', port: 3128, hostname: 'proxy.internal' })
    const answer = await exchange(port, getRequest('http://target.test/'))
    expect(answer).toContain('error=proxy_configuration_error')
    expect(dialled.filter((address) => address.endsWith(':3128'))).toEqual([])
  })

  test('is not asked for a target that is not allowed', async () => {
    const upstream = await startHttpUpstream()
    for (const protocol of ['http', 'socks5'] as const) {
      const port = await startWithUpstream({ protocol, port: upstream.port })
      for (const request of [
        getRequest('http://127.0.0.2/'),
        getRequest('http://metadata.internal/'),
        tunnelTo(443, '127.0.0.2'),
        tunnelTo(25),
      ])
        expect(await exchange(port, request)).toMatch(/^HTTP\/1\.1 403 /)
    }
    expect(upstream.asked).toEqual([])
  })
})

describe('the URL of a proxy', () => {
  test.each([
    ['http://proxy.test:3128', { protocol: 'http', hostname: 'proxy.test', port: 3128 }],
    ['http://proxy.test', { protocol: 'http', hostname: 'proxy.test', port: 80 }],
    ['socks5://[2001:db8::1]', { protocol: 'socks5', hostname: '2001:db8::1', port: 1080 }],
    [
      'socks5h://ada:a%40b@proxy.test:1081',
      { protocol: 'socks5', hostname: 'proxy.test', port: 1081, username: 'ada', password: 'a@b' },
    ],
  ])('%s is read', (url, expected) => {
    expect(parseUpstreamProxy(url)).toEqual(expected)
  })

  test.each([
    'proxy.test:3128',
    'https://proxy.test',
    'socks4://proxy.test',
    'http://proxy.test/path',
    'http://%zz@a',
  ])('%s is none', (url) => {
    expect(parseUpstreamProxy(url)).toBeUndefined()
  })
})
