import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { openDomainBed } from '../domains/test-domains.ts'
import { installPlanSenders } from '../plan-senders/install-plan-senders.ts'
import { installPlatformDomains } from './install-platform-domains.ts'
import { parsePlatformDomains } from './parse-platform-domains.ts'
import { refuseClaimedDomains } from './refuse-claimed-domains.ts'
import { claimsOf } from './test-subdomains.ts'

const { bed } = openDomainBed()
const { claimed } = claimsOf(() => bed.service)

afterEach(() =>
  bed.service.database
    .connectAsOwner()
    .db.execute(sql`delete from alias.platform_domains where domain like '%alice.in.test'`),
)

test.each([
  ['a platform domain', 'alice.in.test:free+pro+business', []],
  ['a platform domain below it', 'mail.alice.in.test:free+pro+business', []],
  ['a sending subdomain', 'in.test:free+pro+business', [['free', 'alice'] as const]],
])('a name that is claimed cannot become %s of the operator', async (_what, offered, senders) => {
  const { services } = bed.service
  await claimed('alice', bed.key)
  await expect(refuseClaimedDomains(services.db)).resolves.toBeUndefined()
  await installPlatformDomains(services, parsePlatformDomains(offered))
  await installPlanSenders(services, new Map(senders))
  await expect(refuseClaimedDomains(services.db)).rejects.toThrow('an account has claimed alice.in.test')
})
