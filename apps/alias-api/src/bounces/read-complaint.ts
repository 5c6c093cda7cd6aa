const longestReport = 256 * 1024
const reported = new Set(['abuse', 'fraud', 'virus'])
const returnPath = /bounces\+([a-z2-7]{20})@/i

/**
 * Reads a complaint of a mailbox provider about an email (ARF, RFC 5965): that somebody reported it as abuse, fraud or a
 * virus. Only the return path that we made for the email tells which one it is: its 100 random bits are known to those
 * who were given the email, and to nobody else.
 *
 * @returns the token of the return path; undefined for any other message, and for a report about no email of ours
 */
export function readComplaint(content: Buffer): string | undefined {
  const text = content.toString('latin1', 0, longestReport)
  const start = /^content-type:[ \t]*message\/feedback-report\b/im.exec(text)?.index
  if (start === undefined) return undefined
  const report = text.slice(start)
  const type = /^feedback-type:[ \t]*([a-z-]+)/im.exec(report)?.[1]?.toLowerCase()
  if (type === undefined || !reported.has(type)) return undefined
  return returnPath.exec(report)?.[1]?.toLowerCase()
}
