import { expect, onTestFinished, test, vi } from 'vitest'
import { testCertificate } from '../../../egress/src/testing/certificate.ts'
import { attempt } from '../testing/attempt.ts'
import { openAgent } from '../testing/open-agent.ts'
import { startRawReceiver } from '../testing/raw-receiver.ts'

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

test('an agent sends many requests over one connection', async () => {
  const { url, requests, connections } = await startRawReceiver((socket) => socket.write(ok))
  const agent = openAgent({ connectionsPerOrigin: 1 })
  for (let made = 0; made < 5; made += 1) await attempt(url, { agent })
  expect(requests).toHaveLength(5)
  expect(connections()).toBe(1)
})

test('an agent never opens more connections to an origin than its limit', async () => {
  const { url, requests, connections } = await startRawReceiver((socket) =>
    setImmediate(() => socket.write(ok)),
  )
  const agent = openAgent({ connectionsPerOrigin: 3 })
  await Promise.all(Array.from({ length: 20 }, () => attempt(url, { agent })))
  expect(requests).toHaveLength(20)
  expect(connections()).toBe(3)
})

test('an agent speaks HTTP/1.1 even to a receiver that prefers HTTP/2', async () => {
  const protocols: unknown[] = []
  const { url } = await startRawReceiver((socket) => socket.write(ok), {
    tls: { ...testCertificate, ALPNProtocols: ['h2', 'http/1.1'] },
    onConnection: (socket) => protocols.push((socket as { alpnProtocol?: unknown }).alpnProtocol),
  })
  const agent = openAgent({ ca: testCertificate.cert })
  expect(await attempt(url, { agent })).toMatchObject({ succeeded: true })
  expect(protocols).toEqual(['http/1.1'])
})

test('an agent drops a connection and its origin four seconds after a response, whatever the receiver proposes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url, closed } = await startRawReceiver((socket) =>
    socket.write(ok.replace('\r\n\r\n', '\r\nkeep-alive: timeout=600\r\n\r\n')),
  )
  const agent = openAgent()
  await attempt(url, { agent })
  expect(agent.origins()).toEqual([new URL(url).origin])
  // The connection becomes idle in a later turn of the event loop.
  await new Promise(setImmediate)
  vi.advanceTimersByTime(4_000)
  expect(agent.origins()).toEqual([])
  await closed
})

test('an agent keeps no connections to further origins while too many are open', async () => {
  const first = await startRawReceiver((socket) => socket.write(ok))
  const second = await startRawReceiver((socket) => socket.write(ok))
  const agent = openAgent({ maxKeptConnections: 1 })
  await attempt(first.url, { agent })
  await attempt(second.url, { agent })
  await second.closed
  expect(first.requests[0]).toContain('\r\nconnection: keep-alive\r\n')
  expect(second.requests[0]).toContain('\r\nconnection: close\r\n')
  expect(agent.origins()).toEqual([new URL(first.url).origin])
})

test('an agent keeps connections again once others are closed', async () => {
  const first = await startRawReceiver((socket) => socket.end(ok))
  const second = await startRawReceiver((socket) => socket.write(ok))
  const agent = openAgent({ maxKeptConnections: 1 })
  await attempt(first.url, { agent })
  await vi.waitFor(() => expect(agent.origins()).toEqual([]))
  await attempt(second.url, { agent })
  expect(second.requests[0]).toContain('\r\nconnection: keep-alive\r\n')
})
