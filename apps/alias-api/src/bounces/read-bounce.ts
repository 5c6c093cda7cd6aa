/** A mail server's report that it could not deliver a message. */
export interface Bounce {
  /** The enhanced status code of RFC 3463, such as `5.1.1`. */
  status: string
  reason: string
}

const longestReport = 256 * 1024
const longestReason = 500

/**
 * Reads a delivery status notification (RFC 3464), whose fields are plain text lines wherever they stand in the
 * message.
 *
 * @returns undefined unless it says that a message has failed for good: for a delay, a delivery, or any other message
 * such as an out-of-office reply
 */
export function readBounce(content: Buffer): Bounce | undefined {
  const text = content.toString('latin1', 0, longestReport)
  const start = /^content-type:[ \t]*message\/(?:global-)?delivery-status\b/im.exec(text)?.index
  if (start === undefined) return undefined
  const report = text.slice(start)
  const status = /^status:[ \t]*(\d\.\d{1,3}\.\d{1,3})/im.exec(report)?.[1]
  const action = /^action:[ \t]*([a-z]+)/im.exec(report)?.[1]?.toLowerCase()
  if (!status?.startsWith('5.') || (action !== undefined && action !== 'failed')) return undefined
  const words = /^diagnostic-code:[ \t]*(.*(?:\r?\n[ \t].*)*)/im.exec(report)?.[1] ?? status
  return { status, reason: storable(words) }
}

const storable = (words: string) =>
  words
    .replace(/^[^;\s]*;/, '')
    // Folds, control characters, and bytes of any other character set.
    .replaceAll(/[^\x21-\x7e]+/g, ' ')
    .trim()
    .slice(0, longestReason)

/** Whether a refusal means that the mailbox does not exist, rather than that the message is unwanted. */
export function isOfMailbox(status: string): boolean {
  return /^5\.(?:1\.(?:0|1|2|3|6|10)|2\.1)$/.test(status)
}
