/** The location of an object store, and its credentials. */
export interface ObjectStoreOptions {
  /** The URL below which objects are stored by key, without credentials and without a trailing slash. */
  url: string
  accessKeyId: string
  secretAccessKey: string
  region: string
}

const usualRegion = 'us-east-1'

/**
 * Parses `https://KEY:SECRET@host/bucket?region=…`, or `s3://…`, which is the same. In key and secret, everything but
 * letters and digits is percent-encoded; a folder may follow the bucket.
 *
 * @throws with the reason, without repeating any of the text
 */
export function parseStorageUrl(text: string): ObjectStoreOptions {
  const scheme = /^(s3|https?):\/\//.exec(text)?.[1]
  if (scheme === undefined) throw new Error('is not an s3://, https:// or http:// URL')
  const given = URL.parse(text.replace(/^s3:/, 'https:'))
  if (!given) throw new Error('is not a URL')
  if (!given.username || !given.password) throw new Error('has no key and secret')
  const unknown = [...given.searchParams.keys()].some((name) => name !== 'region')
  if (unknown || given.hash) throw new Error('has other parameters than region, or a fragment')
  const path = given.pathname.replace(/(?<!\/)\/+$/, '')
  if (path === '') throw new Error('names no bucket')
  return {
    url: `${given.origin}${path}`,
    accessKeyId: decode(given.username),
    secretAccessKey: decode(given.password),
    region: given.searchParams.get('region') ?? usualRegion,
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('has a key or secret with a % that is not percent-encoded')
  }
}
