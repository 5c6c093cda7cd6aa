import type { MimeNode } from '@zone-eu/mailsplit'
import { isShownText } from '../parsing/is-shown-text.ts'
import { openSplitter, type SplitChunk } from '../parsing/open-splitter.ts'

/** A part with its number, in the order of the message. */
interface Part {
  node: MimeNode
  number: number
  parts: Part[]
}

/**
 * Finds the texts at whose ends the body of a message ends, as a mail program shows it: those of each alternative, and of texts
 * that are shown one after the other, with pictures between them, the last. What follows alternatives is not of their author.
 *
 * @returns their numbers among all parts
 */
export async function findBody(message: AsyncIterable<Buffer>): Promise<Set<number>> {
  const splitter = openSplitter()
  const parts = new Map<MimeNode, Part>()
  const add = (chunk: SplitChunk): void => {
    if (chunk.type !== 'node') return
    const part = { node: chunk, number: parts.size, parts: [] }
    parts.set(chunk, part)
    if (chunk.parentNode) parts.get(chunk.parentNode)?.parts.push(part)
  }
  for await (const piece of message) for (const chunk of await splitter.write(piece)) add(chunk)
  for (const chunk of await splitter.end()) add(chunk)
  const [whole] = parts.values()
  return new Set(whole ? endsOf(whole) : [])
}

function endsOf({ node, number, parts }: Part): number[] {
  if (isShownText(node)) return [number]
  if (node.multipart === 'alternative') return parts.flatMap(endsOf)
  // The parts of a digest are messages.
  if (!node.multipart || node.multipart === 'digest') return []
  const shown = parts
    .map((part) => ({ ends: endsOf(part), isAlone: isShownText(part.node) }))
    .filter(({ ends }) => ends.length > 0)
  if (node.multipart === 'related') return shown[0]?.ends ?? []
  const composed = shown.findIndex(({ isAlone }) => !isAlone)
  return (composed === -1 ? shown.at(-1) : shown[composed])?.ends ?? []
}
