import { iterateStream } from './iterate-stream.ts'

/**
 * The events of a `text/event-stream` that have data. Supports only what our services write: `event`, `id`, `data`,
 * comments.
 *
 * @param onId is told each id, also one that stands without data
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export async function* readServerEvents(
  stream: ReadableStream<Uint8Array>,
  onId?: (id: string) => void,
): AsyncGenerator<{ event: string; data: string }> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of iterateStream(stream)) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n')
    // The last one may continue in the next chunk.
    text = blocks.pop()!
    for (const block of blocks) {
      const fields = block.split('\n').map((line) => line.split(/: ?(.*)/s) as [string, string?])
      const data = fields.filter(([name]) => name === 'data').map(([, value]) => value ?? '')
      const event = fields.findLast(([name]) => name === 'event')?.[1] ?? 'message'
      const id = fields.findLast(([name]) => name === 'id')?.[1]
      if (id !== undefined) onId?.(id)
      if (data.length > 0) yield { event, data: data.join('\n') }
    }
  }
}
