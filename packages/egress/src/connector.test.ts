import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, isIP, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { Agent, request } from 'undici'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createEgressConnector, type EgressConnectorOptions } from './connector.ts'
import type { Lookup } from './dial-allowed-address.ts'
import { listenOnLoopback } from './testing/listen-on-loopback.ts'
import { createEgressPolicy } from './policy.ts'
import { testCertificate } from './testing/certificate.ts'
import { watchDialled } from './testing/watch-dialled.ts'

const loopbackPolicy = createEgressPolicy({ allow: ['127.0.0.1/32'] })

const answerHost: RequestListener = (incoming, outgoing) => outgoing.end(incoming.headers.host)

/** A resolver that returns one answer after the other. */
function answering(...answers: string[][]) {
  const rest = [...answers]
  return vi.fn<Lookup>(async () =>
    (rest.shift() ?? []).map((address) => ({ address, family: isIP(address) })),
  )
}

/** Sends requests through the connector with `get`. */
function connectThrough(options: Partial<EgressConnectorOptions>) {
  const agent = new Agent({
    connections: 1,
    connect: createEgressConnector({ policy: loopbackPolicy, connectTimeoutMs: 5000, ...options }),
  })
  onTestFinished(async () => {
    await agent.destroy()
  })

  async function get(url: string, headers: Record<string, string> = {}): Promise<string> {
    const { body } = await request(url, { dispatcher: agent, headers })
    return await body.text()
  }
  return { get, dialled: watchDialled() }
}

test('the connector reaches a host at an allowed address, under the host’s name', async () => {
  const port = await listenOnLoopback(createServer(answerHost))
  const { get, dialled } = connectThrough({ lookup: answering(['127.0.0.1']) })
  expect(await get(`http://receiver.test:${port}/`)).toBe(`receiver.test:${port}`)
  expect(dialled).toEqual([`127.0.0.1:${port}`])
})

test('the connector dials the address it checked, even if the name resolves differently a moment later', async () => {
  const port = await listenOnLoopback(createServer(answerHost))
  const lookup = answering(['127.0.0.1'], ['169.254.169.254'], ['169.254.169.254'])
  const { get, dialled } = connectThrough({ lookup })
  await get(`http://rebinding.test:${port}/`)
  expect(lookup.mock.calls).toEqual([['rebinding.test']])
  expect(dialled).toEqual([`127.0.0.1:${port}`])
})

test('the connector keeps a connection alive without resolving again', async () => {
  const port = await listenOnLoopback(createServer(answerHost))
  const lookup = answering(['127.0.0.1'], ['169.254.169.254'])
  const { get } = connectThrough({ lookup })
  await get(`http://receiver.test:${port}/`)
  await get(`http://receiver.test:${port}/`)
  expect(lookup).toHaveBeenCalledTimes(1)
})

test('the connector checks every new connection', async () => {
  const port = await listenOnLoopback(
    createServer((_incoming, outgoing) => outgoing.setHeader('Connection', 'close').end()),
  )
  const { get, dialled } = connectThrough({ lookup: answering(['127.0.0.1'], ['127.0.0.2']) })
  await get(`http://rebinding.test:${port}/`)
  await expect(get(`http://rebinding.test:${port}/`)).rejects.toMatchObject({ code: 'ERR_BLOCKED_ADDRESS' })
  expect(dialled).toEqual([`127.0.0.1:${port}`])
})

test('the connector dials only the allowed ones of several addresses', async () => {
  const port = await listenOnLoopback(createServer(answerHost))
  const { get, dialled } = connectThrough({
    lookup: answering(['127.0.0.2', '::1', '10.0.0.1', '127.0.0.1', 'fe80::1', '169.254.169.254']),
  })
  await get(`http://mixed.test:${port}/`)
  expect(dialled).toEqual([`127.0.0.1:${port}`])
})

test('the connector tries the allowed addresses in the resolver’s order until one answers', async () => {
  const port = await listenOnLoopback(createServer(answerHost))
  const policy = createEgressPolicy({ allow: ['127.0.0.0/8'] })
  const lookup = answering(['127.0.0.3', '127.0.0.2', '127.0.0.1', '127.0.0.4'])
  const { get, dialled } = connectThrough({ policy, lookup })
  expect(await get(`http://receiver.test:${port}/`)).toBe(`receiver.test:${port}`)
  expect(dialled).toEqual([`127.0.0.3:${port}`, `127.0.0.2:${port}`, `127.0.0.1:${port}`])
})

test('the connector refuses a host without an allowed address, with an error that has its name and not its addresses', async () => {
  const { get, dialled } = connectThrough({ lookup: answering(['10.1.2.3', '::1', 'fd00::1']) })
  await expect(get('http://internal.test/')).rejects.toMatchObject({
    name: 'BlockedAddressError',
    code: 'ERR_BLOCKED_ADDRESS',
    message: 'Address not allowed: internal.test',
  })
  expect(dialled).toEqual([])
})

test.each(['http://10.0.0.1/', 'http://[::1]:8080/', 'https://169.254.169.254/', 'http://0x7f.2/'])(
  'the connector refuses the forbidden address in %s without asking the resolver',
  async (url) => {
    const lookup = answering(['127.0.0.1'])
    const { get, dialled } = connectThrough({ lookup })
    await expect(get(url)).rejects.toMatchObject({ code: 'ERR_BLOCKED_ADDRESS' })
    expect(lookup).not.toHaveBeenCalled()
    expect(dialled).toEqual([])
  },
)

test('the connector refuses a forbidden port, even of an allowed address', async () => {
  const { get, dialled } = connectThrough({})
  await expect(get('http://127.0.0.1:25/')).rejects.toMatchObject({ code: 'ERR_BLOCKED_ADDRESS' })
  await expect(get('https://127.0.0.1:22/')).rejects.toMatchObject({ code: 'ERR_BLOCKED_ADDRESS' })
  expect(dialled).toEqual([])
})

test('the connector reports a refused connection as such', async () => {
  const server = createServer(answerHost)
  const port = await listenOnLoopback(server)
  server.close()
  const { get } = connectThrough({ lookup: answering(['127.0.0.1']) })
  await expect(get(`http://receiver.test:${port}/`)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('the connector reports the resolver’s error as such', async () => {
  const notFound = Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
  const { get } = connectThrough({ lookup: () => Promise.reject(notFound) })
  await expect(get('http://nowhere.test/')).rejects.toBe(notFound)
})

test('the connector resolves with the system by default', async () => {
  const port = await listenOnLoopback(createServer(answerHost))
  const { get } = connectThrough({})
  expect(await get(`http://localhost:${port}/`)).toBe(`localhost:${port}`)
})

test('the connector gives up on a resolver that does not answer in time', async () => {
  const { get } = connectThrough({ connectTimeoutMs: 20, lookup: () => new Promise(() => {}) })
  await expect(get('http://slow.test/')).rejects.toMatchObject({
    code: 'UND_ERR_CONNECT_TIMEOUT',
    message: 'No connection to slow.test within 20 ms',
  })
})

test('the connector gives up on a TLS handshake that takes too long, and closes the connection', async () => {
  const server = createTcpServer()
  const hungUp = once(server, 'connection').then(([socket]: Socket[]) => once(socket!.resume(), 'close'))
  const port = await listenOnLoopback(server)
  const { get } = connectThrough({ connectTimeoutMs: 200, lookup: answering(['127.0.0.1']) })
  await expect(get(`https://slow.test:${port}/`)).rejects.toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' })
  await hungUp
})

test('the connector uses TLS with the host name and checks the certificate against it', async () => {
  const server = createTlsServer(testCertificate, answerHost)
  const names: unknown[] = []
  server.on('secureConnection', (socket: TLSSocket) => names.push(socket.servername))
  const port = await listenOnLoopback(server)
  const { get, dialled } = connectThrough({ ca: testCertificate.cert, lookup: answering(['127.0.0.1']) })
  expect(await get(`https://receiver.test:${port}/`)).toBe(`receiver.test:${port}`)
  expect(await get(`https://127.0.0.1:${port}/`)).toBe(`127.0.0.1:${port}`)
  expect(names).toEqual(['receiver.test', false])
  expect(dialled).toEqual([`127.0.0.1:${port}`, `127.0.0.1:${port}`])
})

test('the connector refuses a certificate that no authority signed', async () => {
  const port = await listenOnLoopback(createTlsServer(testCertificate, answerHost))
  const { get } = connectThrough({ lookup: answering(['127.0.0.1']) })
  await expect(get(`https://receiver.test:${port}/`)).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  })
})

test('the connector refuses the certificate of another name, whatever the Host header', async () => {
  const port = await listenOnLoopback(createTlsServer(testCertificate, answerHost))
  const { get } = connectThrough({
    ca: testCertificate.cert,
    lookup: answering(['127.0.0.1'], ['127.0.0.1']),
  })
  const refusal = { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }
  await expect(get(`https://other.test:${port}/`)).rejects.toMatchObject(refusal)
  await expect(get(`https://other.test:${port}/`, { host: 'receiver.test' })).rejects.toMatchObject(refusal)
})

test('the connector resumes a TLS session only for the name it was established with', async () => {
  const server = createTlsServer(testCertificate, (_incoming, outgoing) =>
    outgoing.setHeader('Connection', 'close').end(),
  )
  const resumed: boolean[] = []
  server.on('secureConnection', (socket: TLSSocket) => resumed.push(socket.isSessionReused()))
  const port = await listenOnLoopback(server)
  const lookup = answering(['127.0.0.1'], ['127.0.0.1'], ['127.0.0.1'])
  const { get } = connectThrough({ ca: testCertificate.cert, lookup })
  await get(`https://receiver.test:${port}/`)
  await get(`https://receiver.test:${port}/`)
  expect(resumed).toEqual([false, true])
  await expect(get(`https://other.test:${port}/`)).rejects.toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  })
})
