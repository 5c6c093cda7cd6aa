import { pipeline, type Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding } from '../pages/choose-encoding.ts'
import type { Target } from './upstream.ts'

// It is made for each request, so quickly.
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const compressors = { br: () => createBrotliCompress(quick), gzip: () => createGzip() }

/**
 * Compresses the overview of a service, the first that a page shows: days of numbers, a third as long then. No other answer: the
 * length of a compressed list would tell a listener on the network how much a stranger's email has in common with its neighbours
 * (BREACH).
 */
export function compressOverview(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { path }: Target,
  body: Readable,
): Readable {
  if (!/^\/api\/v1\/overview(?:\?|$)/.test(path) || reply.hasHeader('content-encoding')) return body
  reply.header('vary', 'accept-encoding')
  const encoding = chooseEncoding(headers['accept-encoding'], compressors)
  if (!encoding) return body
  reply.header('content-encoding', encoding).removeHeader('content-length')
  // In a pipeline, a body that breaks off also ends the answer, which would wait for its rest otherwise. The answer reports the error.
  return pipeline(body, compressors[encoding](), () => {})
}
