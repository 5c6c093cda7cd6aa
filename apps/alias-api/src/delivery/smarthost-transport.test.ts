import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSmarthostTransport } from './smarthost-transport.ts'
import { describeRefusal, type Outcome } from './describe-refusal.ts'
import type { TransportMessage } from './send-outbound.ts'

interface OpenOptions {
  password?: string
  connections?: number
  port?: number
  attemptMs?: () => number
}

let server: SMTPServer
let smarthost: ReturnType<typeof createSmarthostTransport>
let sockets: Socket[]
let taken: { from: string; to: string[]; content: string }[]

const outbound = {
  ownerId: 'live:ada',
  mailFrom: 'bounces+x@alias.dev',
  rcptTo: 'bob@bob.dev',
  content: Buffer.from('Subject: hello\r\n\r\nhello\r\n'),
  size: 25,
}
const portOf = (of: SMTPServer): number => (of.server.address() as AddressInfo).port
const send = (change: Partial<TransportMessage> = {}): Promise<Outcome> =>
  smarthost.transport({ ...outbound, ...change }).then(() => ({ status: 'sent' }), describeRefusal)

const open = ({
  password = 'p%40ss',
  connections = 2,
  port = portOf(server),
  ...limits
}: OpenOptions = {}) => {
  return createSmarthostTransport(`smtp://way%20post:${password}@127.0.0.1:${port}`, {
    hostname: 'mx.waypost.test',
    connections,
    ...limits,
  })
}

beforeEach(async () => {
  sockets = []
  taken = []
  server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onAuth: ({ username, password }, _session, callback) =>
      username === 'way post' && password === 'p@ss'
        ? callback(null, { user: username })
        : callback(new Error('no')),
    onRcptTo: ({ address }, _session, callback) =>
      callback(
        address.startsWith('nobody@') ? Object.assign(new Error('nobody'), { responseCode: 550 }) : null,
      ),
    onData: (stream, { envelope }, callback) => {
      let content = ''
      stream.on('data', (chunk: Buffer) => (content += chunk.toString()))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope
        taken.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          content,
        })
        callback()
      })
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  listening.on('connection', (socket: Socket) => sockets.push(socket))
  await once(listening, 'listening')
  smarthost = open()
})
afterEach(async () => {
  smarthost.close()
  await new Promise<void>((resolve) => server.close(resolve))
})

test('the smarthost transport logs in once for consecutive messages, and goes on after a refused one', async () => {
  smarthost = open({ connections: 1 })
  expect(await send()).toEqual({ status: 'sent' })
  expect(await send({ rcptTo: 'nobody@bob.dev' })).toMatchObject({ status: 'bounced' })
  expect(await send({ rcptTo: 'eve@bob.dev' })).toEqual({ status: 'sent' })
  expect(taken.map(({ to }) => to)).toEqual([['bob@bob.dev'], ['eve@bob.dev']])
  expect(sockets).toHaveLength(1)
})

test('the smarthost transport opens as many connections as it may for concurrent messages', async () => {
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => send()))
  expect(outcomes).toEqual(Array.from({ length: 10 }, () => ({ status: 'sent' })))
  expect(taken).toHaveLength(10)
  expect(sockets).toHaveLength(2)
})

test.each<[what: string, change: Partial<TransportMessage>, arrives: Partial<(typeof taken)[number]>]>([
  ['with a null sender', { mailFrom: '' }, { from: '' }],
  [
    'with lines of a single dot',
    { content: Buffer.from('Subject: x\r\n\r\n.\r\n..\r\n.x\r\n') },
    { content: 'Subject: x\r\n\r\n.\r\n..\r\n.x\r\n' },
  ],
  [
    'whose last line has no line end',
    { content: Buffer.from('Subject: x\r\n\r\nhello') },
    { content: 'Subject: x\r\n\r\nhello\r\n' },
  ],
  [
    'whose rest is streamed',
    { openRest: () => restOf(['one\r\n', 'two\r\n']) },
    { content: `${outbound.content.toString()}one\r\ntwo\r\n` },
  ],
])('the smarthost transport delivers a message %s', async (_what, change, arrives) => {
  expect(await send(change)).toEqual({ status: 'sent' })
  expect(taken).toMatchObject([arrives])
})

test('the smarthost transport reconnects where the server has closed the connection', async () => {
  await send()
  sockets[0]!.destroy()
  expect(await send()).toEqual({ status: 'sent' })
  expect([taken.length, sockets.length]).toEqual([2, 2])
})

test('the smarthost transport defers messages when its login fails', async () => {
  smarthost = open({ password: 'wrong' })
  expect(await send()).toMatchObject({ status: 'deferred' })
  expect(taken).toEqual([])
})

test('an attempt ends at its deadline where the smarthost sends its answer byte by byte without an end, and its connection is free', async () => {
  const port = portOf(server)
  let connections = 0
  const front = createServer((socket) => {
    connections += 1
    socket.on('error', () => {})
    if (connections > 1) socket.pipe(connect(port, '127.0.0.1')).pipe(socket)
    else {
      const drip = setInterval(() => socket.write('2'), 20)
      socket.on('close', () => clearInterval(drip))
    }
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  const limits = [1000, 300_000]
  smarthost = open({
    port: (front.address() as AddressInfo).port,
    connections: 1,
    attemptMs: () => limits.shift()!,
  })
  const outcomes = await Promise.all([send(), send()])
  expect(outcomes).toEqual([
    { status: 'deferred', reason: '451 4.4.2 The smarthost did not answer in time' },
    { status: 'sent' },
  ])
  expect([connections, taken.length]).toEqual([2, 1])
  smarthost.close()
  await new Promise((resolve) => front.close(resolve))
})

async function* restOf(parts: string[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield Buffer.from(part)
}
