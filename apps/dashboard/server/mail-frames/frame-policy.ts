/**
 * The content security policy of an email's frame. Styles work, and links open in a new window. Scripts and forms are
 * blocked, the frame has no origin, and remote content, which would tell the sender that the email was read, is blocked
 * except for images that the reader asked for.
 */
export function framePolicy({ remoteImages }: { remoteImages: boolean }): string {
  return [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
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
`

/** Hides what an answer quotes, as Gmail, Apple Mail, Thunderbird and Outlook mark it. */
export const foldedQuotes = `<style>
blockquote[type="cite" i], .gmail_quote, .moz-cite-prefix, #appendonsend ~ *, #divRplyFwdMsg, #divRplyFwdMsg ~ * { display: none !important }
</style>
`
