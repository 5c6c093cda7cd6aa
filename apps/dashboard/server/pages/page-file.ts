import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

/** A file of the built app, ready to send. */
export interface PageFile {
  type: string
  content: Buffer
  /** Only encodings that are smaller than the content itself. */
  encoded: Partial<Record<Encoding, Buffer>>
  /** A weak ETag, because it is the same for every encoding. */
  etag: string
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const compressedAlready = new Set(['.jpg', '.png', '.webp', '.woff2'])
// The two highest levels take ten times as long and save one percent more.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

const compress: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) => promisify(brotliCompress)(content, brotliOptions),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
}

/** @param precompressed the encodings that the build has compressed already; the others are compressed here, once */
export async function toPageFile(
  name: string,
  content: Buffer,
  precompressed: PageFile['encoded'],
): Promise<PageFile> {
  const extension = extname(name)
  const encoded: PageFile['encoded'] = {}
  if (!compressedAlready.has(extension)) {
    for (const encoding of ['br', 'gzip'] as const) {
      const smaller = precompressed[encoding] ?? (await compress[encoding](content))
      if (smaller.length < content.length) encoded[encoding] = smaller
    }
  }
  return {
    type: types[extension] ?? 'application/octet-stream',
    content,
    encoded,
    etag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
  }
}
