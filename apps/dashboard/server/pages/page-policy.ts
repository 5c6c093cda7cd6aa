/**
 * The content security policy of the app's document: it may load its own files and call its own server. Inline and
 * evaluated scripts and other origins are blocked. Pages create the images of `data:` and `blob:` themselves; the frames
 * are emails, which have a separate policy.
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
