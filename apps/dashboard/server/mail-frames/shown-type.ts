const images = /^image\/(?:avif|bmp|gif|jpeg|png|webp)$/
const texts = /^(?:text\/(?:plain|csv|markdown|x-log|calendar|vcard)|application\/json)$/

/**
 * The type under which a browser may show an attachment from this origin; undefined for what it may not. HTML, SVG and XML could
 * run scripts, so they are downloaded only.
 */
export function shownType(contentType: string): string | undefined {
  const type = contentType.trim().toLowerCase()
  if (images.test(type) || type === 'application/pdf') return type
  return texts.test(type) ? 'text/plain; charset=utf-8' : undefined
}
