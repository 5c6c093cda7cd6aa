import { once } from 'node:events'
import { get as request, type IncomingMessage } from 'node:http'
import type { ListedEmail } from '../emails/email.ts'

interface Block {
  id: string | undefined
  event: string | undefined
  data: ListedEmail | undefined
}

/** For tests: opens a stream of emails over a connection of its own, and reads its blocks as they come. */
export async function openStream(url: string, headers: Record<string, string>) {
  const asked = request(url, { headers, agent: false })
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const chunks = response.setEncoding('utf8')[Symbol.asyncIterator]()
  let text = ''
  const block = async (): Promise<Block | undefined> => {
    while (!text.includes('\n\n')) {
      const { value, done } = await chunks.next()
      if (done) return undefined
      text += value as string
    }
    const [next] = text.split('\n\n', 1)
    text = text.slice(next!.length + 2)
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(next!)?.[1]
    const data = field('data')
    return {
      id: field('id'),
      event: field('event'),
      data: data === undefined ? undefined : (JSON.parse(data) as ListedEmail),
    }
  }
  return {
    response,
    close: () => asked.destroy(),
    block,
    /** The next email. */
    async email(): Promise<Block & { data: ListedEmail }> {
      for (;;) {
        const next = await block()
        if (!next) throw new Error('the stream has ended')
        if (next.data) return next as Block & { data: ListedEmail }
      }
    },
    /** The subjects of the next emails. */
    async subjects(count: number): Promise<string[]> {
      const found: string[] = []
      while (found.length < count) found.push((await this.email()).data.subject)
      return found
    },
  }
}
