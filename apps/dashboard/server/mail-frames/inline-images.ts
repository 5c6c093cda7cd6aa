import { askService, type Asker } from '../upstreams/ask-service.ts'
import { alias } from '../upstreams/upstream.ts'
import type { Mail } from './mail.ts'

const images = /^image\/(avif|bmp|gif|jpeg|png|webp)$/i
const reference = /\bcid:([^\s"'<>)]+)/gi
const maxBytes = 8 * 1024 * 1024
const maxImages = 50

/**
 * The HTML of a mail with the images that came along put into it: from its frame, which has no origin, no browser
 * would fetch them with the cookie. What is too much, or no image, stays a reference to nothing.
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
  // A few bytes of HTML may name an image a thousand times.
  let room = 2 * maxBytes
  return bodyHtml.replaceAll(reference, (whole, contentId: string) => {
    const data = byContentId.get(decode(contentId))
    if (!data || data.length > room) return whole
    room -= data.length
    return data
  })
}

/** `<id>` in the mail's header is `id` in its HTML. */
const bare = (contentId: string) => contentId.replace(/^<(.*)>$/, '$1')

function decode(contentId: string): string {
  try {
    return decodeURIComponent(contentId)
  } catch {
    return contentId
  }
}
