import { isShownText } from '../parsing/is-shown-text.ts'
import { applyEdits } from './apply-edits.ts'
import { readBytes } from './charset.ts'
import { findTextTrackers } from './find-text-trackers.ts'
import { findTrackers } from './find-trackers.ts'
import { nothingRead, type Removed } from './removed.ts'
import { rewriteTexts } from './rewrite-texts.ts'

const mostHosts = 20

/**
 * Takes tracking pixels out of the HTML of a message, and tracking parameters out of the links in its HTML and its plain texts. All other
 * bytes stay as they are, and so does the transfer encoding of each part. Attached files and messages are not read.
 *
 * @returns yields the new message, and returns what was taken out. Of a message that is signed or encrypted the rest is not yielded
 */
export async function* removeTrackers(message: AsyncIterable<Buffer>): AsyncGenerator<Buffer, Removed> {
  const removed = { pixels: 0, links: 0 }
  const hosts = new Set<string>()
  const { isSealed, skipped } = yield* rewriteTexts(message, {
    isWanted: isShownText,
    change(text, { charset, contentType, delSp }) {
      const read = readBytes(text, charset || '')
      if (read === undefined) return undefined
      const { edits, pixels, links } =
        contentType === 'text/html' ? findTrackers(read) : findTextTrackers(read, delSp)
      removed.pixels += pixels.length
      removed.links += links
      for (const host of pixels) if (hosts.size < mostHosts) hosts.add(host)
      return applyEdits(text, edits)
    },
  })
  if (isSealed) return nothingRead
  return { ...removed, hosts: [...hosts], ...(skipped && { skipped: 'parts' as const }) }
}
