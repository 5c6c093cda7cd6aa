import { createDownloader, type EgressPolicy } from '@waypost/egress'
import { DomainError, limitAtATime } from '@waypost/http'
import pLimit from 'p-limit'
import { isImageType } from './image-type.ts'

export const tooManyRemoteImages =
  'Too many remote images are being loaded: 8 of 8. Each takes 10 seconds at most.'
const busy = 'Too many remote images are being loaded at the moment'

const perAccount = 8
// Each may hold 5 MiB of memory.
const atATime = 24
const mostWaiting = 200

/** Downloads the remote images of emails, a few at a time. */
export interface RemoteImageDownloader {
  /** @throws DownloadError, or DomainError where too many are being loaded */
  download(accountId: string, url: string): Promise<Buffer>
  close(): Promise<void>
}

export function createRemoteImageDownloader(policy: EgressPolicy): RemoteImageDownloader {
  const takePlace = limitAtATime(perAccount, tooManyRemoteImages)
  const limit = pLimit(atATime)
  const downloader = createDownloader({
    policy,
    maxBytes: 5 * 1024 * 1024,
    timeoutMs: 10_000,
    maxRedirects: 3,
    // The same for every reader, so that it tells nothing about one.
    headers: { 'user-agent': 'Mozilla/5.0 (compatible; mail image proxy)', accept: 'image/*' },
    accepts: isImageType,
  })
  return {
    async download(accountId, url) {
      const giveBack = takePlace(accountId)
      try {
        if (limit.pendingCount >= mostWaiting) throw new DomainError('unavailable', busy)
        return await limit(() => downloader.download(url))
      } finally {
        giveBack()
      }
    },
    close: downloader.close,
  }
}
