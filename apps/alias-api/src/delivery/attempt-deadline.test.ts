import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { expect, test } from 'vitest'
import { exchanges, openMxBed, outbound } from './test-mx-transport.ts'

const { bed, createTransport, send } = openMxBed()

// Instead of an answer: a byte every 20 ms without an end, so that the server is never silent.
const drip = 'drip'

/** A server that answers SMTP commands as `answersOf` says; the empty command stands for a new connection. */
async function startDrip(answersOf: (command: string) => string): Promise<Server> {
  const server = createServer((socket) => {
    let timer: NodeJS.Timeout | undefined
    const say = (answer: string) => {
      if (answer !== drip) socket.write(answer)
      else timer = setInterval(() => socket.write('2'), 20)
    }
    socket.on('error', () => {})
    socket.on('close', () => clearInterval(timer))
    socket.on('data', (data) => say(answersOf(data.toString())))
    say(answersOf(''))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
const obey = (command: string): string => {
  if (command === '') return '220 drip\r\n'
  return command.startsWith('DATA') ? '354 go on\r\n' : '250 ok\r\n'
}

const drips: [what: string, answersOf: (command: string) => string][] = [
  ['its greeting', () => drip],
  ['its answer to a command', (command) => (command.startsWith('MAIL') ? drip : obey(command))],
  ['its answer to the message', (command) => (command.endsWith('\r\n.\r\n') ? drip : obey(command))],
]
const limited = [
  ['an attempt', { attemptMs: () => 300 }],
  ['a reply', { replyMs: 300 }],
] as const

test.each(limited.flatMap(([what, options]) => drips.map((slow) => [what, options, ...slow] as const)))(
  '%s ends at its deadline (%o) where a host sends %s byte by byte without an end',
  async (_limited, options, _what, answersOf) => {
    const server = await startDrip(answersOf)
    bed.dns.set('bob.dev', exchanges('mx1.bob.dev'))
    const { port } = server.address() as AddressInfo
    expect(await send({ port, ...options })).toEqual({
      status: 'deferred',
      reason: '451 4.4.2 mx1.bob.dev did not answer in time',
    })
    // Closing the server also waits for the end of its connections: the transport has closed its own.
    await new Promise((resolve) => server.close(resolve))
  },
)

test.each([
  ['its MX records', 'bob.dev', '451 4.4.3 The MX records of bob.dev: no answer in time'],
  ['the addresses of its host', 'mx1.bob.dev', '451 4.4.3 The addresses of mx1.bob.dev: no answer in time'],
])('an attempt ends at its deadline where DNS does not answer for %s', async (_what, name, reason) => {
  bed.dns.set('bob.dev', exchanges('mx1.bob.dev'))
  bed.dns.set(name, 'silence')
  expect(await send({ attemptMs: () => 100 })).toEqual({ status: 'deferred', reason })
})

test('an attempt ends at its deadline, and sends nothing, where the policy of the domain is not found', async () => {
  bed.dns.set('bob.dev', exchanges('mx1.bob.dev'))
  const { promise } = Promise.withResolvers<undefined>()
  expect(await send({ attemptMs: () => 100, findPolicy: () => promise })).toEqual({
    status: 'deferred',
    reason: '451 4.4.3 The MTA-STS policy of bob.dev: no answer in time',
  })
  expect(bed.sink.connections).toBe(0)
})

test('a host whose addresses DNS has not told in time is not left alone for that', async () => {
  bed.dns.set('bob.dev', exchanges('mx1.bob.dev'))
  bed.dns.set('mx1.bob.dev', 'silence')
  const limits = [100, 10_000]
  const transport = createTransport({ attemptMs: () => limits.shift()! })
  await expect(transport(outbound)).rejects.toThrow('no answer in time')
  bed.dns.set('mx1.bob.dev', { A: ['127.0.0.1'] })
  await transport(outbound)
  expect(bed.sink.mails).toHaveLength(1)
})

test('the deadline of an attempt is chosen by the size of its message', async () => {
  const sizes: number[] = []
  bed.dns.set('bob.dev', exchanges('mx1.bob.dev'))
  await send({
    attemptMs: (size) => {
      sizes.push(size)
      return 10_000
    },
  })
  expect(sizes).toEqual([outbound.size])
})
