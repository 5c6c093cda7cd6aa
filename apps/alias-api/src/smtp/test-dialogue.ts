import { once } from 'node:events'
import { connect } from 'node:net'

export interface Dialogue {
  /** What it was greeted with. */
  greeting: string
  /** Says a line and gives the answer, or the last line of it. */
  say(line: string): Promise<string>
  /** What the other side says by itself. */
  heard(): Promise<string>
  end(): void
}

/** For tests: SMTP by hand. */
export async function openDialogue(port: number): Promise<Dialogue> {
  const socket = connect(port, '127.0.0.1')
  const answer = async (): Promise<string> => {
    let heard = ''
    for (;;) {
      const [chunk] = (await once(socket, 'data')) as [Buffer]
      heard += chunk.toString()
      const last = /^(\d{3} .*)\r\n$/m.exec(heard)
      if (last) return last[1]!
    }
  }
  const greeting = await answer()
  return {
    greeting,
    async say(line) {
      socket.write(`${line}\r\n`)
      return answer()
    },
    heard: answer,
    end: () => void socket.end(),
  }
}
