import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/**
 * Hands one message over many times, over connections that stay open.
 *
 * @returns how long each took from the end of DATA to its 250, in ms
 */
export async function sendMany(
  port: number,
  recipients: string[],
  content: string,
  { count, connections }: { count: number; connections: number },
): Promise<number[]> {
  const tookMs: number[] = []
  let sent = 0
  const send = async (): Promise<void> => {
    const socket = connect(port, '127.0.0.1')
    await hear(socket)
    await say(socket, 'EHLO bench.example')
    while (sent < count) {
      const to = recipients[sent++ % recipients.length]!
      for (const line of ['MAIL FROM:<bob@bob.dev>', `RCPT TO:<${to}>`, 'DATA']) await say(socket, line)
      const startedAt = performance.now()
      await say(socket, `${content}\r\n.`)
      tookMs.push(performance.now() - startedAt)
    }
    socket.end('QUIT\r\n')
  }
  await Promise.all(Array.from({ length: connections }, send))
  return tookMs
}

async function say(socket: Socket, line: string): Promise<void> {
  socket.write(`${line}\r\n`)
  const heard = await hear(socket)
  if (!/^[23]/.test(heard)) throw new Error(heard)
}

async function hear(socket: Socket): Promise<string> {
  let heard = ''
  while (!/^\d{3} .*\r\n$/m.test(heard)) heard += String((await once(socket, 'data'))[0])
  return heard
}
