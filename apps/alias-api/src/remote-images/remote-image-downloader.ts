import { createFairLimit } from '@waypost/concurrency'
import { createDownloader, type EgressPolicy } from '@waypost/egress'
import { DomainError } from '@waypost/http'
import { isImageType } from './image-type.ts'

const busy = 'Too many remote images are being loaded at the moment'

const atATime = 24

/** Downloads the remote images of emails, a few at a time. */
export interface RemoteImageDownloader {
  /** @throws DownloadError, or DomainError where others are being loaded for too long */
  download(accountId: string, url: string, signal: AbortSignal): Promise<Buffer>
  close(): Promise<void>
}

/** @param timeoutMs how long an image takes at most, with the wait for those of others */
export function createRemoteImageDownloader(
  policy: EgressPolicy,
  { timeoutMs = 10_000 }: { timeoutMs?: number } = {},
): RemoteImageDownloader {
  const limit = createFairLimit(atATime)
  const downloader = createDownloader({
    policy,
    maxBytes: 5 * 1024 * 1024,
    timeoutMs,
    maxRedirects: 3,
    // The same for every reader, so that it tells nothing about one.
    headers: { 'user-agent': 'Mozilla/5.0 (compatible; mail image proxy)', accept: 'image/*' },
    accepts: isImageType,
  })
  return {
    async download(accountId, url, signal) {
      const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      // In less than half of the time, many images would be begun in vain.
      const waiting = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs / 2)])
      let hasBegun = false
      try {
        return await limit(accountId, waiting, () => {
          hasBegun = true
          return downloader.download(url, within)
        })
      } catch (cause) {
        throw hasBegun ? cause : new DomainError('unavailable', busy, { cause, retryAfterSeconds: 1 })
      }
    },
    close: downloader.close,
  }
}
