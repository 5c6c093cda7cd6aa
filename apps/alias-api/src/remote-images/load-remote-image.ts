import { and, eq, sql } from 'drizzle-orm'
import { DownloadError, type DownloadFailure } from '@waypost/egress'
import { DomainError } from '@waypost/http'
import { emails } from '../db/mail-tables.ts'
import { emailNotFound } from '../emails/get-email.ts'
import type { Actor, Services } from '../services.ts'
import { findRemoteImages } from './find-remote-images.ts'
import { imageTypeOf, type ImageType } from './image-type.ts'
import type { RemoteImageDownloader } from './remote-image-downloader.ts'

interface RemoteImage {
  type: ImageType
  content: Buffer
}

// Each remote image of an email reads it again, so the length counts a hundred times.
const readCharacters = 1_000_000

const reasons: Record<DownloadFailure, string> = {
  blocked_address: 'its address is not allowed',
  redirects: 'it is redirected too often',
  status: 'its server does not have it',
  content_type: 'it is not an image of a known type',
  too_large: 'it has more than 5 MiB',
  timeout: 'its server did not answer in time',
  network: 'its server could not be reached',
}

/** @throws DomainError if the owner has no such email, its HTML shows no such image, or that could not be loaded */
export async function loadRemoteImage(
  { db }: Pick<Services, 'db'>,
  { ownerId, accountId }: Pick<Actor, 'ownerId' | 'accountId'>,
  { id, url, downloader }: { id: string; url: string; downloader: RemoteImageDownloader },
): Promise<RemoteImage> {
  const [email] = await db
    .select({ html: sql<string>`left(${emails.bodyHtml}, ${readCharacters}::int)` })
    .from(emails)
    .where(and(eq(emails.id, id), eq(emails.ownerId, ownerId)))
  if (!email) throw emailNotFound()
  const { href } = URL.parse(url) ?? {}
  if (href === undefined || !findRemoteImages(email.html).has(href))
    throw new DomainError('not_found', 'Remote image not found')
  const content = await downloader.download(accountId, href).catch((error: unknown) => {
    throw error instanceof DownloadError ? notLoaded(error.reason, error) : error
  })
  const type = imageTypeOf(content)
  if (type === undefined) throw notLoaded('content_type')
  return { type, content }
}

const notLoaded = (reason: DownloadFailure, cause?: Error): DomainError =>
  new DomainError('not_found', `The remote image could not be loaded: ${reasons[reason]}`, { cause })

/** The errors of {@link loadRemoteImage} beside that of a missing email. */
export const remoteImageErrors = {
  404: [
    'Email not found',
    'Remote image not found',
    ...Object.values(reasons).map((reason) => `The remote image could not be loaded: ${reason}`),
  ],
}
