import { nothingRead, type Removed } from './removed.ts'
import { removeFromHtml } from './rewrite-html.ts'
import { isShown, rewriteTexts } from './rewrite-texts.ts'

const mostHosts = 20

/**
 * Takes tracking pixels, and tracking parameters of links, out of the HTML of a message. All other bytes stay as they are, and so
 * does the transfer encoding of each part. Attached files and messages are not read.
 *
 * @returns yields the new message, and returns what was taken out. Of a message that is signed or encrypted the rest is not yielded
 */
export async function* removeTrackers(message: AsyncIterable<Buffer>): AsyncGenerator<Buffer, Removed> {
  const removed = { pixels: 0, links: 0 }
  const hosts = new Set<string>()
  const { isSealed, skipped } = yield* rewriteTexts(message, {
    isWanted: (part) => isShown(part, 'text/html'),
    change(html, { charset }) {
      const result = removeFromHtml(html, charset || '')
      if (!result) return undefined
      const { pixels, links } = result.found
      removed.pixels += pixels.length
      removed.links += links
      for (const host of pixels) if (hosts.size < mostHosts) hosts.add(host)
      return result.html
    },
  })
  if (isSealed) return nothingRead
  return { ...removed, hosts: [...hosts], ...(skipped && { skipped: 'parts' as const }) }
}
