import { createHash } from 'node:crypto'

/**
 * Tells the page how high the email is, since a page cannot look into a frame without an origin. A frame that is smaller than its
 * content is as high as that; else as high as the document itself.
 */
const measure = `{
  const { documentElement: page } = document
  const tell = () => parent.postMessage(
    { mailHeight: page.scrollHeight > innerHeight ? page.scrollHeight : Math.ceil(page.getBoundingClientRect().height) }, '*')
  new ResizeObserver(tell).observe(page)
  addEventListener('load', tell)
}`
const measureHash = createHash('sha256').update(measure).digest('base64')

/**
 * The content security policy of an email's frame. Styles work, and links open in a new window. Scripts but the one that measures
 * and forms are blocked, the frame has no origin, and remote content, which would tell the sender that the email was read, is
 * blocked except for images that the reader asked for. To other sites the policy of the page lets no frame navigate.
 */
export function framePolicy({ remoteImages }: { remoteImages: boolean }): string {
  return [
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    `script-src 'sha256-${measureHash}'`,
    "style-src 'unsafe-inline'",
    'font-src data:',
    `img-src data:${remoteImages ? ' https:' : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}

/** Precedes the email's HTML: links open outside the frame, and the default background is white. */
export const frameStart = `<!doctype html><meta charset="utf-8"><base target="_blank"><style>
:root { color-scheme: light; background: #fff; color: #111; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
body { margin: 16px }
img { max-width: 100% }
</style>
<script>${measure}</script>
`

/** Hides what an answer quotes, as Gmail, Apple Mail, Thunderbird and Outlook mark it. */
export const foldedQuotes = `<style>
blockquote[type="cite" i], .gmail_quote, .moz-cite-prefix, #appendonsend ~ *, #divRplyFwdMsg, #divRplyFwdMsg ~ * { display: none !important }
</style>
`

/** The policy of an attachment that is shown: in a frame or a window of its own, where nothing in it runs or loads. */
export const attachmentPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'"

/** A PDF is shown by the browser's own viewer, which works in no sandbox, and which gives it no access to its origin. */
export const pdfPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'"
