import { and, eq } from 'drizzle-orm'
import { buffer } from 'node:stream/consumers'
import { DomainError } from '@waypost/http'
import { inStorage } from '../automations/uploads/in-storage.ts'
import { accountFiles } from '../db/file-tables.ts'
import type { Actor, Services } from '../services.ts'
import { toAccountFile, type AccountFile, type AccountFileRow } from './account-file.ts'

type Needed = Pick<Services, 'db' | 'storage'>

export interface OpenedFile extends AccountFile {
  content: AsyncIterable<Buffer>
}

/** @throws DomainError `not_found`, or `unavailable` where the store fails */
export async function openFile(services: Needed, { ownerId }: Actor, name: string): Promise<OpenedFile> {
  const row = await findFile(services, ownerId, name)
  if (!row) throw new DomainError('not_found', 'File not found or unauthorized')
  return { ...toAccountFile(row), content: await inStorage(() => services.storage.open(row.blobId)) }
}

/** Reads a file of the account by its name; undefined where there is none. */
export type ReadAccountFile = (
  name: string,
) => Promise<(Pick<AccountFileRow, 'name' | 'contentType'> & { content: Buffer }) | undefined>

/** @throws StorageError where the store fails */
export async function readAccountFile(
  services: Needed,
  ownerId: string,
  name: string,
): ReturnType<ReadAccountFile> {
  const row = await findFile(services, ownerId, name)
  return row && { ...row, content: await buffer(await services.storage.open(row.blobId)) }
}

async function findFile({ db }: Needed, ownerId: string, name: string): Promise<AccountFileRow | undefined> {
  const [row] = await db
    .select()
    .from(accountFiles)
    .where(and(eq(accountFiles.ownerId, ownerId), eq(accountFiles.name, name)))
  return row
}
