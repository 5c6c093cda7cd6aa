import type { FastifyReply } from 'fastify'
import type { Attachment } from './get-attachment.ts'

const mediaType = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/i

/** Sets the headers of a download. A stranger wrote the file, so no browser may show it or guess its type. */
export function announceFile(
  reply: Pick<FastifyReply, 'header'>,
  { filename, contentType, size }: Pick<Attachment, 'filename' | 'contentType'> & { size?: number },
): void {
  reply.header('content-type', mediaType.test(contentType) ? contentType : 'application/octet-stream')
  if (size !== undefined) reply.header('content-length', size)
  reply.header('content-disposition', `attachment${filename ? `; filename*=UTF-8''${encode(filename)}` : ''}`)
  reply.header('x-content-type-options', 'nosniff')
  reply.header('content-security-policy', "default-src 'none'; sandbox")
  reply.header('cache-control', 'private, no-store')
}

/** The extended value of RFC 8187. */
function encode(filename: string): string {
  return encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
