import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { Keyring } from '../keyring.ts'

const context = 'sealing-key'

/** The keys that have sealed anything of a service, and what a process compares with them. */
export interface SealingKeys {
  db: Db
  keyring: Keyring
  /** Of the service. */
  schema: string
}

/**
 * Ensures that the key ring has every key with which a service's secrets are sealed.
 *
 * @throws an error that names the first key that is missing
 */
export async function requireSealingKeys(keys: SealingKeys): Promise<void> {
  const problem = await checkSealingKeys(keys)()
  if (problem !== undefined) throw new Error(problem)
}

/**
 * The same for a process that seals: records the key with which it does. A ring that lacks a key records nothing, so that it
 * cannot make the right ones appear wrong.
 *
 * @throws an error that names the first key that is missing
 */
export async function recordSealingKey(keys: SealingKeys): Promise<void> {
  await requireSealingKeys(keys)
  const { db, keyring, schema } = keys
  const id = currentId(keyring)
  await db.execute(sql`
    insert into ${tableOf(schema)} (id, signature) values (${id}, ${keyring.sign(id, context)}) on conflict do nothing
  `)
}

/** Checks the same for a process that works: which key the ring lacks; undefined where it has all. */
export function checkSealingKeys({ db, keyring, schema }: SealingKeys): () => Promise<string | undefined> {
  return async () => {
    const { rows } = await db.execute<{ id: string; signature: string }>(
      sql`select id, signature from ${tableOf(schema)} order by id`,
    )
    const missing = rows.find(({ id, signature }) => !keyring.verify(signature, id, context))
    if (missing === undefined) return undefined
    return `ENCRYPTION_KEYS lacks the key "${missing.id}" of the schema ${schema}, or has another one under its name`
  }
}

/** Forgets all keys but the one that seals, once it has sealed everything. */
export async function forgetSealingKeys({ db, keyring, schema }: SealingKeys): Promise<void> {
  await db.execute(sql`delete from ${tableOf(schema)} where id <> ${currentId(keyring)}`)
}

const tableOf = (schema: string): SQL => sql`${sql.identifier(schema)}.sealing_keys`

/** The id in `v1.<id>.`. */
const currentId = ({ currentPrefix }: Keyring): string => currentPrefix.split('.')[1]!
