import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { waitFor } from '@waypost/testing'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endTurn, registerTurns } from './take-turn.ts'

const accountOf = (url: string) => url.split('/')[1]!

let app: FastifyInstance
let answers: (() => void)[]
let begun: string[]
let taken: number
let rests: { ms: number; end: () => void }[]

beforeEach(() => {
  app = Fastify()
  answers = []
  begun = []
  rests = []
  const takeTurn = registerTurns(app, 2, (ms) => new Promise((resolve) => rests.push({ ms, end: resolve })))
  taken = 0
  app.addHook('onRequest', async (request, reply) => {
    await takeTurn(request, reply, accountOf(request.url))
    taken += 1
  })
  app.post('/:account/post', async () => 'done')
  app.get('/:account/wait', async (request) => {
    begun.push(accountOf(request.url))
    await new Promise<void>((resolve) => answers.push(resolve))
    return 'done'
  })
  app.get('/:account/stream', (_request, reply) => {
    const stream = new Readable({ read() {} })
    stream.push('begun')
    return reply.send(stream)
  })
  app.get('/:account/poll', async (request) => {
    endTurn(request)
    begun.push('poll')
    await new Promise<void>((resolve) => answers.push(resolve))
    return 'done'
  })
  app.get('/:account/long', async () => 'x'.repeat(2 * 1024 * 1024))
  app.get('/:account/fail', async () => {
    throw new Error('hush')
  })
})
afterEach(async () => {
  for (const answer of answers) answer()
  await app.close()
})

test('requests of one account are answered two at a time, and those of another beside them', async () => {
  const asked = ['ada', 'ada', 'ada', 'bob'].map((account) => app.inject(`/${account}/wait`))
  await waitFor('three requests', () => begun.length === 3)
  expect(begun).toEqual(['ada', 'ada', 'bob'])
  answers.shift()!()
  await waitFor('the third of the account', () => begun.length === 4)
  for (const answer of answers) answer()
  expect((await Promise.all(asked)).map(({ payload }) => payload)).toEqual(Array(4).fill('done'))
})

test('a request that fails ends its turn', async () => {
  for (let count = 0; count < 5; count += 1) expect((await app.inject('/ada/fail')).statusCode).toBe(500)
  const asked = app.inject('/ada/wait')
  await waitFor('the request', () => begun.length === 1)
  answers[0]!()
  expect((await asked).statusCode).toBe(200)
})

test('a stream holds no turn once it has begun', async () => {
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const stopped = new AbortController()
  await Promise.all(Array.from({ length: 4 }, () => fetch(`${url}/ada/stream`, { signal: stopped.signal })))
  stopped.abort()
})

test('a request that gives its turn back early lets others be answered, and gives it back only once', async () => {
  const polls = Array.from({ length: 4 }, () => app.inject('/ada/poll'))
  await waitFor('the polls', () => begun.length === 4)
  expect((await app.inject({ method: 'POST', url: '/ada/post' })).payload).toBe('done')
  for (const answer of answers.splice(0)) answer()
  await Promise.all(polls)
  const asked = Array.from({ length: 3 }, () => app.inject('/ada/wait'))
  await waitFor('two requests', () => begun.length === 6)
  expect(answers).toHaveLength(2)
  answers.shift()!()
  await waitFor('the third', () => begun.length === 7)
  for (const answer of answers) answer()
  await Promise.all(asked)
})

test('a client that is gone holds a turn as long as its request is worked on', async () => {
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const sockets = Array.from({ length: 2 }, () => connect(port, '127.0.0.1'))
  for (const socket of sockets) socket.write('GET /ada/wait HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await waitFor('both to be answered', () => begun.length === 2)
  for (const socket of sockets) {
    socket.destroy()
    await once(socket, 'close')
  }
  const asked = fetch(`${url}/ada/wait`)
  // Of another account, so that the one before has had its chance.
  const other = fetch(`${url}/bob/wait`)
  await waitFor('the other account', () => begun.includes('bob'))
  expect(begun).toEqual(['ada', 'ada', 'bob'])
  for (const answer of answers) answer()
  await waitFor('the next request', () => begun.length === 4)
  for (const answer of answers) answer()
  expect((await asked).status).toBe(200)
  expect((await other).status).toBe(200)
})

test('a client that goes before its request is read leaves no turn behind', async () => {
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  for (let count = 0; count < 4; count += 1) {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST /ada/post HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    )
    await waitFor('the turn', () => taken === count + 1)
    socket.destroy()
    await once(socket, 'close')
  }
  const asked = fetch(`${url}/ada/wait`)
  await waitFor('the request', () => begun.length === 1)
  answers[0]!()
  expect((await asked).status).toBe(200)
})

test('a turn rests after a long answer for as long as the answer is, and nobody else waits', async () => {
  for (let count = 0; count < 2; count += 1) expect((await app.inject('/ada/long')).statusCode).toBe(200)
  expect(rests.map(({ ms }) => ms)).toEqual([1024, 1024])
  const asked = app.inject('/ada/wait')
  const other = app.inject('/bob/wait')
  await waitFor('the other account', () => begun.length === 1)
  expect(begun).toEqual(['bob'])
  rests[0]!.end()
  await waitFor('the next request', () => begun.length === 2)
  for (const answer of answers) answer()
  expect((await asked).statusCode).toBe(200)
  expect((await other).statusCode).toBe(200)
})
