/**
 * What the app's one document may load and do: its own files and its own server, nothing inline, nothing evaluated,
 * nothing from elsewhere. Images of `data:` and `blob:` are what pages make themselves; the frames are mails, which
 * have a policy of their own.
 */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
