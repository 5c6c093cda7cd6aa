import { frameScript, frameScriptHash } from './frame-script.ts'

/**
 * The content security policy of an email's frame. Styles work, and links open in a new window. Scripts but the server's own and
 * forms are blocked, the frame has no origin, and it loads nothing from anywhere, which would tell the sender that the email was
 * read, and where: images come from the page, as `data:`. To other sites the policy of the page lets no frame navigate.
 */
export const framePolicy = [
  'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  `script-src 'sha256-${frameScriptHash}'`,
  "style-src 'unsafe-inline'",
  'font-src data:',
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/**
 * Precedes the email's HTML: links open outside the frame, the default background is white, and in place of an image that is not
 * loaded is its text, or as much space.
 */
export const frameStart = `<!doctype html><meta charset="utf-8"><base target="_blank"><style>
:root { color-scheme: light; background: #fff; color: #111; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
body { margin: 16px }
img { max-width: 100% }
img:not([src])[alt]:not([alt=""]) { display: inline-block; box-sizing: border-box; border: 1px solid #bbb; padding: 2px 8px; color: #555; font-size: 13px }
img:not([src]):not([alt]), img:not([src])[alt=""] { visibility: hidden }
</style>
<script>${frameScript}</script>
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
