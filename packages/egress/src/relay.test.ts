import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { relay } from './relay.ts'
import { listenOnLoopback } from './testing/listen-on-loopback.ts'

/** Both ends of a connection. */
async function openConnection(): Promise<{ near: Socket; far: Socket }> {
  const server = createServer({ allowHalfOpen: true })
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve))
  const near = connect(await listenOnLoopback(server), '127.0.0.1')
  return { near, far: await accepted }
}

test.each(['client', 'target'])(
  'data that the %s sent before it ended is delivered, however slowly',
  async (sender) => {
    const client = await openConnection()
    const target = await openConnection()
    const [from, to] = sender === 'client' ? [client, target] : [target, client]
    // Data written to a corked socket stays in this process until the socket is ended.
    to.near.cork()
    relay(client.near, target.near)
    from.far.end('last words')
    expect(await text(to.far)).toBe('last words')
  },
)

test('a side that ended before the relay started closes the other', async () => {
  const client = await openConnection()
  const target = await openConnection()
  client.far.end()
  client.near.resume()
  await once(client.near, 'end')
  relay(client.near, target.near)
  expect(await text(target.far)).toBe('')
})
