import { once } from 'node:events'
import { connect } from 'node:net'

export interface Dialogue {
  /** The server's greeting. */
  greeting: string
  /** Sends a line and returns the answer, or its last line. */
  send(line: string): Promise<string>
  /** Sends a line and returns the whole answer. */
  sendForAll(line: string): Promise<string>
  /** The next line that the server sends by itself. */
  nextLine(): Promise<string>
  end(): void
}

/**
 * For tests: an SMTP conversation by hand.
 *
 * @param localAddress the client's address
 */
export async function openDialogue(port: number, localAddress = '127.0.0.1'): Promise<Dialogue> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  const wholeAnswer = async (): Promise<string> => {
    let received = ''
    while (!lastLine.test(received)) {
      const [chunk] = (await once(socket, 'data')) as [Buffer]
      received += chunk.toString()
    }
    return received
  }
  const answer = async (): Promise<string> => lastLine.exec(await wholeAnswer())![1]!
  const greeting = await answer()
  return {
    greeting,
    async send(line) {
      socket.write(`${line}\r\n`)
      return answer()
    },
    async sendForAll(line) {
      socket.write(`${line}\r\n`)
      return wholeAnswer()
    },
    nextLine: answer,
    end: () => void socket.end(),
  }
}

const lastLine = /^(\d{3} .*)\r\n$/m
