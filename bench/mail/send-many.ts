import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/**
 * Sends one message many times over connections that stay open.
 *
 * @returns For each, the time from the end of DATA to its 250, in ms.
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
    await readReply(socket)
    await sendLine(socket, 'EHLO bench.example')
    while (sent < count) {
      const to = recipients[sent++ % recipients.length]!
      for (const line of ['MAIL FROM:<bob@bob.dev>', `RCPT TO:<${to}>`, 'DATA']) await sendLine(socket, line)
      const startedAt = performance.now()
      await sendLine(socket, `${content}\r\n.`)
      tookMs.push(performance.now() - startedAt)
    }
    socket.end('QUIT\r\n')
  }
  await Promise.all(Array.from({ length: connections }, send))
  return tookMs
}

async function sendLine(socket: Socket, line: string): Promise<void> {
  socket.write(`${line}\r\n`)
  const reply = await readReply(socket)
  if (!/^[23]/.test(reply)) throw new Error(reply)
}

async function readReply(socket: Socket): Promise<string> {
  let reply = ''
  while (!/^\d{3} .*\r\n$/m.test(reply)) reply += String((await once(socket, 'data'))[0])
  return reply
}
