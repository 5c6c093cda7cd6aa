import { once } from 'node:events'
import { createServer } from 'node:net'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dialAllowedAddress } from './dial-allowed-address.ts'
import { listenOnLoopback } from './testing/listen-on-loopback.ts'
import { createEgressPolicy } from './policy.ts'
import { watchDialled } from './testing/watch-dialled.ts'

const policy = createEgressPolicy({ allow: ['127.0.0.1/32'] })

test('an abort does not affect a connection that is already open', async () => {
  const port = await listenOnLoopback(createServer((socket) => socket.pipe(socket)))
  const deadline = new AbortController()
  const socket = await dialAllowedAddress({ policy, hostname: '127.0.0.1', port, signal: deadline.signal })
  deadline.abort()
  socket.end('still here')
  expect(String(await once(socket, 'data'))).toBe('still here')
})

test('a dial that is aborted while resolving opens no connection, whatever the resolver answers later', async () => {
  const dialled = watchDialled()
  const deadline = new AbortController()
  const answer = Promise.withResolvers<{ address: string; family: number }[]>()
  const dial = dialAllowedAddress({
    policy,
    lookup: () => answer.promise,
    hostname: 'slow.test',
    port: 80,
    signal: deadline.signal,
  })
  deadline.abort(new Error('too late'))
  await expect(dial).rejects.toThrow('too late')
  answer.resolve([{ address: '127.0.0.1', family: 4 }])
  await turnOfTheLoop()
  expect(dialled).toEqual([])
})

test('a dial that is aborted before it starts opens no connection', async () => {
  const port = await listenOnLoopback(createServer())
  const dialled = watchDialled()
  const signal = AbortSignal.abort(new Error('too late'))
  const dial = dialAllowedAddress({ policy, hostname: '127.0.0.1', port, signal })
  await expect(dial).rejects.toThrow('too late')
  await turnOfTheLoop()
  expect(dialled).toEqual([])
})
