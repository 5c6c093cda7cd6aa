/** The ids by which a message names itself and its conversation, without their angle brackets. */
export interface MessageIds {
  messageId: string | null
  /** Oldest first; the last is the one that it answers. */
  references: string[]
}

export const noIds: MessageIds = { messageId: null, references: [] }

// The first of a conversation, which names it, and the newest, of which the alias has most likely got one.
const newestReferences = 19
// A field of a hostile header may be as long as its message.
const fieldLength = 16_384
const form = /<([^<>\s@]{1,250}@[^<>\s@]{1,250})>/g

/** Reads the ids of a message from the values of its fields, a bounded number of them in linear time. */
export function readMessageIds(
  messageId: string | undefined,
  references: string | undefined,
  inReplyTo: string | undefined,
): MessageIds {
  const named = [...idsIn(references), ...idsIn(inReplyTo).slice(0, 1)]
  const own = idsIn(messageId)[0] ?? null
  const others = [...new Set(named.toReversed())].toReversed().filter((id) => id !== own)
  const [first] = others
  return {
    messageId: own,
    references: first === undefined ? [] : [first, ...others.slice(1).slice(-newestReferences)],
  }
}

/** The beginning of a long field and its end. */
function idsIn(field = ''): string[] {
  const read =
    field.length <= 2 * fieldLength ? field : `${field.slice(0, fieldLength)} ${field.slice(-fieldLength)}`
  return [...read.matchAll(form)].map(([, id]) => id!)
}
