// Those that a page's script may not set either (https://fetch.spec.whatwg.org/#forbidden-request-header), which decide
// where a message goes, where it ends, or who sends it; and those that have a setting of their own.
const REFUSED = new Set([
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'access-control-request-headers',
  'access-control-request-method',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'cookie2',
  'date',
  'dnt',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'referer',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
])

/** Whether an automation may not set the header. */
export function isHeaderRefused(name: string): boolean {
  const small = name.toLowerCase()
  return REFUSED.has(small) || small.startsWith('proxy-') || small.startsWith('sec-')
}
