import { expect, test } from 'vitest'
import { openDomainBed } from '../domains/test-domains.ts'
import { refuseClaimedDomains } from './refuse-claimed-domains.ts'
import { claimsOf } from './test-subdomains.ts'

const { bed } = openDomainBed()
const { claimed } = claimsOf(() => bed.service)

test.each([
  ['a platform domain', 'alice.in.test', []],
  ['a platform domain below it', 'mail.alice.in.test', []],
  ['a sending subdomain', 'in.test', ['alice']],
])('a name that is claimed cannot become %s of the operator', async (_what, domain, senders) => {
  const { db } = bed.service.services
  await expect(refuseClaimedDomains(db, [domain], senders)).resolves.toBeUndefined()
  await claimed('alice', bed.key)
  await expect(refuseClaimedDomains(db, [domain], senders)).rejects.toThrow(
    'an account has claimed alice.in.test',
  )
  await expect(refuseClaimedDomains(db, ['in.test'], ['basic'])).resolves.toBeUndefined()
})
