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

// A landscape in a frame, as mail programs draw an image that is not shown.
const placeholder =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23999' stroke-width='1.5'><rect x='3' y='4' width='18' height='16' rx='2'/><path d='m3 17 5-5 4 4 3-3 6 6'/><circle cx='16' cy='9' r='1.5'/></svg>"

/**
 * Precedes the email's HTML: links open outside the frame, the default background is white, and in place of an image that is not
 * loaded is its text on grey, or as much grey as it would take, over the sign of a failure that browsers draw there.
 */
export const frameStart = `<!doctype html><meta charset="utf-8"><base target="_blank"><style>
:root { color-scheme: light; background: #fff; color: #111; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
body { margin: 16px }
img { max-width: 100% }
:where(img:not([src])) { position: relative; display: inline-block; overflow: hidden; box-sizing: border-box }
img:not([src]):not([alt=""])[alt] { padding: 2px 8px; font-size: 13px }
img:not([src])::after { content: attr(alt); position: absolute; inset: 0; box-sizing: border-box; padding: 2px 8px; border: 1px solid #ddd; background: #f1f1f1; color: #555 }
img:not([src]):not([alt])::after, img:not([src])[alt=""]::after { background: #f1f1f1 url("${placeholder}") center / 20px no-repeat }
img:not([src]):is([width="0"], [width="1"], [height="0"], [height="1"]) { visibility: hidden }
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
