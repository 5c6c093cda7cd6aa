import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { joinTransaction, type Clock, type Db } from '@waypost/postgres'
import { DomainError } from '../errors/domain-error.ts'
import { ValidationError } from '../errors/validation-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route honours `Idempotency-Key`. */
    idempotent?: true
  }
}

/** Responds with the result of `work`, which runs at most once for each `Idempotency-Key`. */
export type Once<Services> = (
  request: FastifyRequest,
  reply: Pick<FastifyReply, 'code'>,
  status: number,
  work: (services: Services) => Promise<unknown>,
) => Promise<never>

interface StoredAnswer extends Record<string, unknown> {
  fingerprint: Buffer
  status_code: number
  sealed_body: string
}

const header = 'idempotency-key'
const keptMs = 24 * 3_600_000
const cleanedAtATime = 100

/**
 * `Idempotency-Key` for routes that create or start something. The key, the changes of `work` and the response are
 * one transaction, so a key is stored if and only if its change is. Of two concurrent requests the second waits and
 * gets the first one's response. A failed request leaves nothing behind and can be retried with its key.
 *
 * @param schema the schema of the table `idempotency_keys`
 * @param ownerOf the owner of a key: the same key of another owner is a different one
 */
export function createOnce<
  Services extends {
    db: Db
    clock: Clock
    keyring: {
      seal(plaintext: string, context: string): string
      open(sealed: string, context: string): string
    }
  },
>(services: Services, schema: string, ownerOf: (request: FastifyRequest) => string): Once<Services> {
  const { db, clock, keyring } = services
  const table = sql`${sql.identifier(schema)}.idempotency_keys`

  const once = async (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    work: (services: Services) => Promise<unknown>,
  ): Promise<unknown> => {
    const given = request.headers[header]
    if (given === undefined) return reply.code(status).send(await work(services))
    const key = checkKey(String(given))
    const ownerId = ownerOf(request)
    const context = idempotencyContext(ownerId, key)
    const fingerprint = fingerprintOf(request)
    const now = clock.now()

    const answer = await db.transaction(async (tx) => {
      const expiredBefore = new Date(now - keptMs)
      await tx.execute(sql`
        delete from ${table} where owner_id = ${ownerId} and key = ${key} and created_at <= ${expiredBefore}
      `)
      const { rowCount } = await tx.execute(sql`
        insert into ${table} (owner_id, key, fingerprint, created_at)
        values (${ownerId}, ${key}, ${fingerprint}, ${new Date(now)}) on conflict do nothing
      `)
      if (rowCount === 0) return replay(await find(tx, ownerId, key), fingerprint, context)

      const result = await work({ ...services, db: joinTransaction(tx) })
      const body = reply.code(status).serialize(result) as string
      await tx.execute(sql`
        update ${table} set status_code = ${status}, sealed_body = ${keyring.seal(body, context)}
        where owner_id = ${ownerId} and key = ${key}
      `)
      await tx.execute(sql`
        delete from ${table} where (owner_id, key) in (
          select owner_id, key from ${table} where created_at <= ${expiredBefore}
          order by created_at limit ${cleanedAtATime} for update skip locked)
      `)
      return { status, body, isReplayed: false }
    })
    if (answer.isReplayed) reply.header('idempotency-replayed', 'true')
    return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body)
  }

  const find = async (tx: Db, ownerId: string, key: string): Promise<StoredAnswer> => {
    const { rows } = await tx.execute<StoredAnswer>(sql`
      select fingerprint, status_code, sealed_body from ${table} where owner_id = ${ownerId} and key = ${key}
    `)
    return rows[0]!
  }

  const replay = (stored: StoredAnswer, fingerprint: Buffer, context: string) => {
    if (!stored.fingerprint.equals(fingerprint))
      throw new DomainError('conflict', 'Idempotency-Key was used with another request')
    return {
      status: stored.status_code,
      body: keyring.open(stored.sealed_body, context),
      isReplayed: true,
    }
  }

  return once as Once<Services>
}

/**
 * Whether a request was made before with its `Idempotency-Key`, so that `Once` gives it the answer that it had. For what is checked
 * before its body is read.
 */
export async function isRepeated(
  { db, clock }: { db: Db; clock: Clock },
  schema: string,
  ownerId: string,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<boolean> {
  if (headers[header] === undefined) return false
  const { rows } = await db.execute(sql`
    select from ${sql.identifier(schema)}.idempotency_keys
    where owner_id = ${ownerId} and key = ${String(headers[header])} and created_at > ${new Date(clock.now() - keptMs)}
  `)
  return rows.length > 0
}

/** The context that a response is sealed in. */
export function idempotencyContext(ownerId: string, key: string): string {
  return `idempotency:${ownerId}:${key}`
}

function checkKey(key: string): string {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw new ValidationError([
    {
      property: 'Idempotency-Key',
      rule: 'isLength',
      message: 'Idempotency-Key must be 1 to 255 printable characters',
      receivedValue: key.slice(0, 200),
    },
  ])
}

/** Identifies a request: the method, the path and the body, without the credential in the query. */
function fingerprintOf({ method, url, body }: FastifyRequest): Buffer {
  const [path] = url.split('?')
  return createHash('sha256')
    .update(JSON.stringify([method, path, body ?? null]))
    .digest()
}
