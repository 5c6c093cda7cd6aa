import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { App } from '../app.ts'
import { createApp } from '../create-app.ts'
import { DomainError } from '../errors/domain-error.ts'
import { standardErrorForm } from '../errors/standard-error-form.ts'
import { createLogger } from '../observability/logger.ts'
import { closeUpgrade } from './close-upgrade.ts'
import { passUpgrade } from './pass-upgrade.ts'
import { registerUpgrades } from './register-upgrades.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serve(accept?: Parameters<typeof registerUpgrades>[1]): Promise<{ app: App; port: string }> {
  const app = createApp({
    logger: createLogger('test', 'silent'),
    errorForm: standardErrorForm,
    trustProxy: false,
    corsOrigins: [],
  })
  app.get('/', () => ({ status: 'ok' }))
  if (accept) registerUpgrades(app, accept)
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  closing.push(() => app.close())
  return { app, port }
}

/** A server that sends back whatever it is sent. */
async function serveEcho(): Promise<URL> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (connection, { url }) => {
    connection.send(`opened ${url}`)
    connection.on('message', (data) => connection.send(data))
  })
  await once(server, 'listening')
  closing.push(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return new URL(`http://127.0.0.1:${port}/view?token=1`)
}

/** The response to a request as it is written, once the server has closed the connection. */
async function ask(port: string, upgrade: string): Promise<string> {
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString()))
  socket.write(
    `GET /elsewhere HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: ${upgrade}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  await once(socket, 'close')
  return answer
}

describe('a request for a WebSocket', () => {
  test('is passed on to another server, which gets every message and whose answers come back', async () => {
    const echo = await serveEcho()
    const { port } = await serve(async (upgrade) => {
      await passUpgrade(upgrade, echo, { 'Set-Cookie': 'a=b' })
      return true
    })
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`)
    const headers = once(socket, 'upgrade')
    const [first] = (await once(socket, 'message')) as [Buffer]
    expect(first.toString()).toBe('opened /view?token=1')
    const [response] = (await headers) as [{ headers: Record<string, unknown> }]
    expect(response.headers['set-cookie']).toEqual(['a=b'])
    const long = 'x'.repeat(3_000_000)
    socket.send(long)
    const [answer] = (await once(socket, 'message')) as [Buffer]
    expect(answer.toString()).toBe(long)
  })

  test('is told the code and the reason with which it is closed at once', async () => {
    const { port } = await serve(async (upgrade) => {
      closeUpgrade(upgrade, 4000, 'It has ended')
      return true
    })
    const [code, reason] = (await once(new WebSocket(`ws://127.0.0.1:${port}/`), 'close')) as [number, Buffer]
    expect([code, reason.toString()]).toEqual([4000, 'It has ended'])
  })

  test('ends on both sides when one of them closes, and when the app does', async () => {
    const echo = await serveEcho()
    const { app, port } = await serve(async (upgrade) => {
      await passUpgrade(upgrade, echo)
      return true
    })
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`)
    await once(socket, 'message')
    const closed = once(socket, 'close')
    await app.close()
    await closed
  })

  test('is refused with an error in the standard form', async () => {
    const { port } = await serve(async ({ url }) => {
      if (url.pathname === '/elsewhere') return false
      throw new DomainError('conflict', 'Not now')
    })
    const [head, body] = (await ask(port, 'websocket')).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/)
    expect(JSON.parse(body!)).toEqual({
      statusCode: 404,
      message: 'There is no WebSocket',
      error: 'Not Found',
    })
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`)
    const [error] = (await once(socket, 'error').catch((thrown: unknown) => [thrown])) as [Error]
    expect(error.message).toContain('409')
  })

  test('is refused where the other server does not answer', async () => {
    const nowhere = new URL('http://127.0.0.1:9/')
    const { port } = await serve(async (upgrade) => {
      await passUpgrade(upgrade, nowhere)
      return true
    })
    expect(await ask(port, 'websocket')).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/)
  })

  test('is not what a client makes that offers HTTP/2', async () => {
    const { port } = await serve(async () => true)
    expect(await ask(port, 'h2c')).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/)
  })
})
