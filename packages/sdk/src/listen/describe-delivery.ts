import type { WebhookEvent } from '../webhooks/webhook-event.ts'

export interface ShownDelivery {
  receivedAt: Date
  /** The status of the response. */
  status: number
  verified: boolean
  /** Whether it could be verified at all: false without a secret. */
  verifiable: boolean
  /** Why it was refused, or a remark. */
  note?: string | undefined
  code?: string | undefined
  event?: WebhookEvent | undefined
}

/** A delivery as lines for a person, or as one line of JSON. */
export function describeDelivery(delivery: ShownDelivery, asJson: boolean): string {
  const { receivedAt, status, verified, verifiable, note, code, event } = delivery
  const accepted = status >= 200 && status < 300
  if (asJson) return escape(JSON.stringify({ receivedAt, status, accepted, verified, code, note, event }))
  const title = event ? `${event.event}  ${event.deliveryId ?? 'without an id'}` : (code ?? 'no event')
  const mark = verified ? '✓' : verifiable ? '✗' : '?'
  // Waypost counts anything but a 2xx as a failed attempt.
  const answer = accepted ? status : `${status} refused`
  const lines = [
    `${receivedAt.toTimeString().slice(0, 8)}  ${mark} ${title}  → ${answer}`,
    ...(note ? [note] : []),
    ...(event ? JSON.stringify(event.data, null, 2).split('\n') : []),
  ]
  return escape(lines.join('\n          '))
}

// The author of a subject could send control sequences to the terminal. JSON escapes only some of them.
function escape(text: string): string {
  return text.replaceAll(
    /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  )
}
