import { DownloadError, type DownloadFailure } from '@waypost/egress'
import { DomainError } from '@waypost/http'
import type { Actor } from '../services.ts'
import { imageTypeOf, type ImageType } from './image-type.ts'
import type { RemoteImageDownloader } from './remote-image-downloader.ts'
import type { RemoteImageFinder } from './remote-image-finder.ts'

interface RemoteImage {
  type: ImageType
  content: Buffer
}

const reasons: Record<DownloadFailure, string> = {
  blocked_address: 'its address is not allowed',
  redirects: 'it is redirected too often',
  status: 'its server does not have it',
  content_type: 'it is not an image of a known type',
  too_large: 'it has more than 5 MiB',
  timeout: 'its server did not answer in time',
  network: 'its server could not be reached',
}

/**
 * The URL of a remote image of an email, in the form in which it is loaded.
 *
 * @throws DomainError if the owner has no such email, or its HTML shows no such image
 */
export async function getRemoteImageUrl(
  finder: RemoteImageFinder,
  actor: Pick<Actor, 'ownerId'>,
  { id, url }: { id: string; url: string },
): Promise<string> {
  const found = await finder.find(actor, id)
  const { href } = URL.parse(url) ?? {}
  if (href === undefined || !found.has(href)) throw new DomainError('not_found', 'Remote image not found')
  return href
}

/** @throws DomainError if the image could not be loaded */
export async function loadRemoteImage(
  downloader: RemoteImageDownloader,
  { accountId }: Pick<Actor, 'accountId'>,
  url: string,
  signal: AbortSignal,
): Promise<RemoteImage> {
  const content = await downloader.download(accountId, url, signal).catch((error: unknown) => {
    throw error instanceof DownloadError ? notLoaded(error.reason, error) : error
  })
  const type = imageTypeOf(content)
  if (type === undefined) throw notLoaded('content_type')
  return { type, content }
}

const notLoaded = (reason: DownloadFailure, cause?: Error): DomainError =>
  new DomainError('not_found', `The remote image could not be loaded: ${reasons[reason]}`, { cause })

/** The errors of both. */
export const remoteImageErrors = {
  404: [
    'Email not found',
    'Remote image not found',
    ...Object.values(reasons).map((reason) => `The remote image could not be loaded: ${reason}`),
  ],
}
