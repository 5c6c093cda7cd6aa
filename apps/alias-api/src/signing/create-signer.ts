import { createPrivateKey } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { createSingleFlight } from '@waypost/concurrency'
import { accountOf, operatorId } from '../accounts/owner.ts'
import type { Services } from '../services.ts'
import { dkimKeyContext, selectorOf, type SigningKey } from './dkim-key.ts'

/** Finds the key to sign with. */
export interface Signer {
  /**
   * The newest key of a domain that DNS has; undefined where there is none, or where nobody has the domain any more. Mail of
   * a subdomain is signed by its platform domain, with which it aligns (RFC 7489, relaxed). A custom domain's key signs for its owner
   * and the operator alone: what a former owner still has to send is not the new one's.
   */
  findKey(domain: string, ownerId: string): Promise<SigningKey | undefined>
}

interface Found extends Record<string, unknown> {
  id: string
  domain: string
  number: number
  sealed_key: string
  /** Null for a platform domain. */
  owner_id: string | null
}

interface Cached {
  id: string
  key: SigningKey | undefined
  ownerId: string | null
}

const maySign = ({ ownerId: holder }: Cached, ownerId: string): boolean =>
  holder === null || ownerId === operatorId || accountOf(ownerId).accountId === accountOf(holder).accountId

const refreshAfterMs = 5000
const maxCached = 1000

/** @returns a signer that caches keys, because opening a key costs more than signing with it */
export function createSigner({ db, clock, keyring }: Pick<Services, 'db' | 'clock' | 'keyring'>): Signer {
  const cached = new Map<string, Cached & { readAt: number }>()
  const share = createSingleFlight<Cached>()
  const find = async (domain: string): Promise<Found | undefined> => {
    const { rows } = await db.execute<Found>(sql`
      select key.id, key.domain, number, sealed_key, custom.owner_id from alias.dkim_keys key
      left join alias.domains custom on custom.id = custom_domain_id
      where key.domain in (${domain}, (
          select platform_domain from alias.domains where domain = ${domain} and platform_domain is not null limit 1))
        and published_at is not null
        and (custom_domain_id is null or custom.status = 'verified' and custom.owner_id like 'live:%')
      order by number desc limit 1
    `)
    return rows[0]
  }
  const refresh = async (domain: string): Promise<Cached> => {
    const known = cached.get(domain)
    const readAt = clock.now()
    const found = await find(domain)
    const key =
      found &&
      (found.id === known?.id
        ? known.key
        : {
            domain: found.domain,
            selector: selectorOf(found.number),
            privateKey: createPrivateKey(keyring.open(found.sealed_key, dkimKeyContext(found.id))),
          })
    if (cached.size >= maxCached) cached.delete(cached.keys().next().value!)
    const read = { id: found?.id ?? '', key, ownerId: found?.owner_id ?? null, readAt }
    cached.set(domain, read)
    return read
  }
  return {
    async findKey(domain, ownerId) {
      const known = cached.get(domain)
      const isFresh = known && clock.now() - known.readAt < refreshAfterMs
      const found = isFresh ? known : await share(domain, () => refresh(domain))
      return maySign(found, ownerId) ? found.key : undefined
    },
  }
}
