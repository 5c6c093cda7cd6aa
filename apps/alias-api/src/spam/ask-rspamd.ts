import { storableText } from '@waypost/postgres'
import { z } from 'zod'
import type { Spam } from './spam.ts'

export interface RspamdOptions {
  url: URL
  timeoutMs: number
}

/** A message as rspamd is asked about it. */
export interface ScannedMessage {
  id: string
  content: Buffer
  mailFrom: string
  recipients: string[]
  clientIp: string
  clientName: string
}

const answer = z.object({
  action: z.string(),
  score: z.number(),
  symbols: z.record(
    z.string(),
    z.object({
      score: z.number(),
      description: z.string().optional(),
      options: z.array(z.string()).optional(),
    }),
  ),
})

const mostReasons = 20
const longestDescription = 200
const mostAnswerBytes = 1024 * 1024
const spamActions = new Set(['add header', 'rewrite subject', 'quarantine', 'reject', 'discard'])

/**
 * Asks rspamd about a message (https://rspamd.com/doc/developers/protocol.html). Rejects where it does not answer in time, or not
 * as it should.
 */
export async function askRspamd({ url, timeoutMs }: RspamdOptions, message: ScannedMessage): Promise<Spam> {
  const response = await fetch(new URL('checkv2', url), {
    method: 'POST',
    headers: envelopeOf(message),
    body: message.content,
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await readAll(response)
  if (!response.ok) throw new Error(`rspamd answers ${response.status}`)
  const { action, score, symbols } = answer.parse(JSON.parse(text))
  const found = Object.entries(symbols).map(([rule, { score: points, description, options = [] }]) => ({
    rule: shown(rule),
    score: points,
    description: shown([description, ...options].filter(Boolean).join('; ')),
  }))
  const counted = found.filter((each) => each.score !== 0)
  const verdict = spamActions.has(action) ? 'spam' : action === 'greylist' ? 'suspect' : 'clean'
  return {
    verdict,
    score,
    // A rule that decides by itself has no score.
    reasons: (counted.length === 0 && verdict === 'spam' ? found : counted)
      .toSorted((one, other) => Math.abs(other.score) - Math.abs(one.score))
      .slice(0, mostReasons),
  }
}

/** The envelope, in the header fields that rspamd reads; only what a header field may contain. */
function envelopeOf({ id, mailFrom, recipients, clientIp, clientName }: ScannedMessage): [string, string][] {
  const fields: [string, string][] = [
    ['Queue-Id', id],
    ['IP', clientIp],
    ['Helo', clientName],
    ['From', mailFrom],
    ...recipients.map((recipient): [string, string] => ['Rcpt', recipient]),
  ]
  return fields.flatMap(([name, value]): [string, string][] => {
    const written = value.replaceAll(/[^\x20-\x7e]/g, '').trim()
    return written === '' ? [] : [[name, written]]
  })
}

async function readAll({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body ?? []) {
    bytes += piece.length
    if (bytes > mostAnswerBytes) throw new Error('rspamd answers more than 1 MiB')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

const shown = (text: string): string => storableText(text.slice(0, longestDescription)).toWellFormed()
