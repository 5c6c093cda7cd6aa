import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { dkimKeys } from '../db/mail-tables.ts'
import type { Services } from '../services.ts'
import { dkimKeyContext, type DkimKeyRow } from './dkim-key.ts'

const generate = promisify(generateKeyPair)

/** A platform domain, or a custom domain. */
export interface KeyedDomain {
  domain: string
  /** Null for a platform domain. */
  customDomainId: string | null
}

type KeyServices = Pick<Services, 'db' | 'clock' | 'keyring'>

/** The keys of a domain, newest first. Makes the first one where there is none. */
export async function ensureDkimKey(services: KeyServices, domain: KeyedDomain): Promise<DkimKeyRow[]> {
  const keys = await listDkimKeys(services, domain)
  if (keys.length > 0) return keys
  await addDkimKey(services, domain, 1)
  return listDkimKeys(services, domain)
}

/** Makes another key, unless another process just has. */
export async function addDkimKey(
  { db, clock, keyring }: KeyServices,
  domain: KeyedDomain,
  number: number,
): Promise<void> {
  const id = newId()
  const { privateKey, publicKey } = await generate('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const now = new Date(clock.now())
  await db
    .insert(dkimKeys)
    .values({
      ...domain,
      id,
      number,
      sealedKey: keyring.seal(pem, dkimKeyContext(id)),
      publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      createdAt: now,
      nextCheckAt: now,
    })
    .onConflictDoNothing()
}

function listDkimKeys({ db }: KeyServices, { domain, customDomainId }: KeyedDomain): Promise<DkimKeyRow[]> {
  const isOf =
    customDomainId === null ? isNull(dkimKeys.customDomainId) : eq(dkimKeys.customDomainId, customDomainId)
  return db
    .select()
    .from(dkimKeys)
    .where(and(eq(dkimKeys.domain, domain), isOf))
    .orderBy(desc(dkimKeys.number))
}
