import { once } from 'node:events'
import { connect } from 'node:net'

const timeoutMs = 15_000

/**
 * Sends a message by SMTP over a new connection, and returns whether it was accepted with 250.
 *
 * @param from the address of loopback that the client has
 */
export async function handOver(
  port: number,
  to: string,
  content: string,
  from = '127.0.0.1',
): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  const signal = AbortSignal.timeout(timeoutMs)
  const gone = new Promise<never>((_resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('closed')))
    signal.addEventListener('abort', () => reject(new Error('late')))
  })
  gone.catch(() => {})
  const say = async (line: string | undefined, code: string): Promise<void> => {
    if (line !== undefined) socket.write(`${line}\r\n`)
    let heard = ''
    while (!/^\d{3} .*\r\n$/m.test(heard)) {
      const [chunk] = (await Promise.race([once(socket, 'data'), gone])) as [Buffer]
      heard += chunk.toString()
    }
    if (!heard.startsWith(code)) throw new Error(heard)
  }
  try {
    await say(undefined, '220')
    await say('EHLO chaos.example', '250')
    await say('MAIL FROM:<bob@bob.dev>', '250')
    await say(`RCPT TO:<${to}>`, '250')
    await say('DATA', '354')
    await say(`${content}\r\n.`, '250')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
