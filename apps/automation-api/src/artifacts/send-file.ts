import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

interface SentFile {
  name: string
  contentType: string
  size: number
  content: AsyncIterable<Buffer>
}

/** Answers with a file to keep: what a page or a person has sent is never shown on this origin. */
export function sendFile(reply: FastifyReply, { name, contentType, size, content }: SentFile): FastifyReply {
  const written = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.codePointAt(0)!.toString(16)}`,
  )
  return reply
    .header('content-disposition', `attachment; filename*=UTF-8''${written}`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-store')
    .header('content-length', size)
    .type(contentType)
    .send(Readable.from(content))
}
