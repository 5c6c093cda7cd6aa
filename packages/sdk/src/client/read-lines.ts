import { iterateStream } from './iterate-stream.ts'

/** The values of a stream of NDJSON: one in each line. */
export async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of iterateStream(stream)) {
    const lines = (text + decoder.decode(chunk, { stream: true })).split('\n')
    // The last one may continue in the next chunk.
    text = lines.pop()!
    for (const line of lines) yield JSON.parse(line) as unknown
  }
}
