import { askService, type Asker } from '../upstreams/ask-service.ts'
import { alias } from '../upstreams/upstream.ts'
import type { Mail } from './mail.ts'

const images = /^image\/(avif|bmp|gif|jpeg|png|webp)$/i
const reference = /\bcid:([^\s"'<>)]+)/gi
const maxBytes = 8 * 1024 * 1024
const maxImages = 50

/**
 * Embeds an email's inline images into its HTML. The email's frame has no origin, so a browser would not send the cookie
 * when fetching them. Attachments that are too large or not images stay unresolved references.
 */
export async function inlineImages(
  asker: Asker,
  id: string,
  { bodyHtml, attachments }: Mail,
): Promise<string> {
  const wanted = new Set([...bodyHtml.matchAll(reference)].map(([, contentId]) => decode(contentId!)))
  let bytes = 0
  const chosen = attachments
    .filter(
      ({ contentType, contentId }) =>
        contentId !== null && wanted.has(bare(contentId)) && images.test(contentType),
    )
    .slice(0, maxImages)
    .filter(({ size }) => (bytes += size) <= maxBytes)
  const found = await Promise.all(
    chosen.map(async ({ id: attachmentId, contentId, contentType }): Promise<[string, string]> => {
      const path = `/api/v1/emails/${id}/attachments/${encodeURIComponent(attachmentId)}`
      const { statusCode, body } = await askService(
        asker,
        alias,
        { path, credential: 'token' },
        { method: 'GET', headers: {} },
      )
      const content = Buffer.from(await body.arrayBuffer())
      const isThere = statusCode === 200
      return [
        bare(contentId!),
        isThere ? `data:${contentType.toLowerCase()};base64,${content.toString('base64')}` : '',
      ]
    }),
  )
  const byContentId = new Map(found)
  // A few bytes of HTML can reference an image a thousand times.
  let room = 2 * maxBytes
  return bodyHtml.replaceAll(reference, (whole, contentId: string) => {
    const data = byContentId.get(decode(contentId))
    if (!data || data.length > room) return whole
    room -= data.length
    return data
  })
}

/** `<id>` in the email's header is `id` in its HTML. */
const bare = (contentId: string) => contentId.replace(/^<(.*)>$/, '$1')

function decode(contentId: string): string {
  try {
    return decodeURIComponent(contentId)
  } catch {
    return contentId
  }
}
