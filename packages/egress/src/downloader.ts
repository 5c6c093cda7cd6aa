import { Agent, type Dispatcher } from 'undici'
import { BlockedAddressError } from './blocked-address-error.ts'
import { createEgressConnector, type EgressConnectorOptions } from './connector.ts'

/** Why a file was not downloaded. */
export type DownloadFailure =
  | 'blocked_address'
  | 'redirects'
  | 'status'
  | 'content_type'
  | 'too_large'
  | 'timeout'
  | 'network'

export class DownloadError extends Error {
  override readonly name = 'DownloadError'
  readonly reason: DownloadFailure

  constructor(reason: DownloadFailure, options?: ErrorOptions) {
    super(`Not downloaded: ${reason}`, options)
    this.reason = reason
  }
}

export interface DownloaderOptions extends Omit<EgressConnectorOptions, 'connectTimeoutMs'> {
  /** A longer file is cut off, and refused. */
  maxBytes: number
  /** For all of it: names, connections, redirects and the file. */
  timeoutMs: number
  maxRedirects: number
  /** All that is sent with a request. */
  headers: Record<string, string>
  /** Whether a file of this `Content-Type` is wanted; of any other, nothing is read. */
  accepts: (contentType: string) => boolean
}

/** Downloads files from where a stranger says. */
interface Downloader {
  /**
   * @param until ends the download before its time
   *
   * @throws DownloadError
   */
  download(url: string, until?: AbortSignal): Promise<Buffer>
  close(): Promise<void>
}

const redirecting = new Set([301, 302, 303, 307, 308])
const keepAliveMs = 4_000

/**
 * Downloads by GET what `policy` allows, and checks each redirect as it does the first URL. No cookie, referrer or credential
 * is sent, and none is kept: what a server learns is that somebody behind this one asked.
 */
export function createDownloader({
  maxBytes,
  timeoutMs,
  maxRedirects,
  headers,
  accepts,
  ...egress
}: DownloaderOptions): Downloader {
  const agent = new Agent({
    connect: createEgressConnector({ ...egress, connectTimeoutMs: timeoutMs }),
    allowH2: false,
    maxHeaderSize: 16 * 1024,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
  })

  async function open(url: string, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    if (egress.policy.checkUrl(url) !== undefined) throw new DownloadError('blocked_address')
    const { origin, pathname, search } = new URL(url)
    const answer = await agent.request({ origin, path: pathname + search, method: 'GET', headers, signal })
    // A body that is dropped ends with an error.
    answer.body.on('error', () => {})
    return answer
  }

  async function follow(url: string, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    let at = url
    for (let redirects = 0; ; redirects += 1) {
      const answer = await open(at, signal)
      if (!redirecting.has(answer.statusCode)) return answer
      answer.body.destroy()
      const next = URL.parse([answer.headers.location].flat()[0] ?? '', at)
      if (next === null || redirects === maxRedirects) throw new DownloadError('redirects')
      at = next.href
    }
  }

  async function read({ statusCode, headers: sent, body }: Dispatcher.ResponseData): Promise<Buffer> {
    try {
      if (statusCode !== 200) throw new DownloadError('status')
      if (!accepts(String(sent['content-type'] ?? ''))) throw new DownloadError('content_type')
      if (Number(sent['content-length'] ?? 0) > maxBytes) throw new DownloadError('too_large')
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of body as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size > maxBytes) throw new DownloadError('too_large')
        chunks.push(chunk)
      }
      return Buffer.concat(chunks)
    } finally {
      body.destroy()
    }
  }

  return {
    async download(url, until) {
      const timeout = AbortSignal.timeout(timeoutMs)
      const signal = until ? AbortSignal.any([timeout, until]) : timeout
      try {
        return await read(await follow(url, signal))
      } catch (cause) {
        if (cause instanceof DownloadError) throw cause
        if (cause instanceof BlockedAddressError) throw new DownloadError('blocked_address', { cause })
        throw new DownloadError(signal.aborted ? 'timeout' : 'network', { cause })
      }
    },
    close: () => agent.destroy(),
  }
}
