/**
 * What a mail may do in its frame: have its looks, and open links in a window of their own. No script runs, no form is
 * sent, it has no origin, and nothing is fetched that would tell the sender that it was read, save for images where
 * the reader asked for them.
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

/** Before whatever the mail says: links leave the frame, and what says nothing of its looks is read on white. */
export const frameStart = `<!doctype html><meta charset="utf-8"><base target="_blank"><style>
:root { color-scheme: light; background: #fff; color: #111; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
body { margin: 16px }
img { max-width: 100% }
</style>
`
