import { and, eq, exists, sql } from 'drizzle-orm'
import { newId, type Db } from '@waypost/postgres'
import { publishEvent } from '@waypost/webhooks'
import { accountOf } from '../accounts/owner.ts'
import { planLimits } from '../accounts/plans.ts'
import { changeCounts } from '../addresses/address-counts.ts'
import { localPart } from '../addresses/address.ts'
import { createdEventOf } from '../addresses/created-event.ts'
import { forwardNewAddress } from '../addresses/forward-new-address.ts'
import { insertAddresses } from '../addresses/insert-addresses.ts'
import { chooseLifetime } from '../addresses/lifetime.ts'
import { domainRules, domains } from '../db/tables.ts'
import { enforceLimit } from '../limits/enforce-limit.ts'
import { findLimits } from '../limits/find-limits.ts'
import { LimitError } from '../limits/limit-error.ts'
import type { MailServices } from '../services.ts'
import { findActiveRules, type ActiveRule } from './find-active-rules.ts'
import { matchesName } from './matches-name.ts'
import { addToHour, countOfHour, endOfHour } from './rule-hour.ts'

type RuleServices = Pick<MailServices, 'db' | 'clock' | 'outbox' | 'directory'>

/**
 * Makes the alias of an address that has none of whoever has its domain now, by the first active rule of its domain that matches the name. A name whose
 * alias was deleted gets no other: whoever deleted it wants no more mail to it.
 *
 * @param address normalised
 * @returns whether there is an alias now, made here or by another connection at the same moment
 * @throws LimitError where the account may have no more, at all or in this hour
 */
export async function createAddressByRule(services: RuleServices, address: string): Promise<boolean> {
  const { db, clock } = services
  const [name = '', domain = ''] = address.split('@')
  // A rule makes no alias that its owner could not.
  if (localPart.safeParse(name).data !== name) return false
  const rules = await findActiveRules(db, address, domain)
  const rule = rules.find((each) => matchesName(each, name))
  if (!rule) return false
  // Whoever tries a dictionary costs the database no more than these reads once the hour is full.
  const { accountId } = accountOf(rule.ownerId)
  const now = clock.now()
  await enforceHour(db, accountId, now, (await countOfHour(db, accountId, now)) + 1)
  return db.transaction((tx) => addAddress(tx, services, rule, { address, domain, now }))
}

interface NewName {
  address: string
  domain: string
  now: number
}

async function addAddress(
  tx: Db,
  { clock, outbox, directory }: RuleServices,
  { id: ruleId, ownerId, domainId, label, forwardToId, plan, ...rule }: ActiveRule,
  { address, domain, now }: NewName,
): Promise<boolean> {
  if (!(await lockDomain(tx, domainId, ruleId))) return false
  // The plan may have become smaller since the rule was given.
  const { maxTtlSeconds } = planLimits[plan]
  const expiresIn = Math.min(rule.expiresInSeconds ?? maxTtlSeconds, maxTtlSeconds)
  const lifetime = chooseLifetime({ plan }, now, { expiresIn, autoRenew: rule.isRenewed })
  const wanted = { id: newId(), ownerId, address, domain, domainId, label, ruleId, createdAt: new Date(now) }
  const [row] = await insertAddresses(tx, { directory }, ownerId, [{ ...wanted, ...lifetime }])
  if (!row) return true
  if (forwardToId !== null) await forwardNewAddress(tx, row, forwardToId)
  publishEvent(tx, outbox, { ownerId, event: 'address.created', data: createdEventOf(row) })
  const { accountId } = accountOf(ownerId)
  await enforceLimit(tx, { clock }, accountId, 'addresses')
  await enforceHour(tx, accountId, now, await addToHour(tx, accountId, now))
  await tx
    .update(domainRules)
    .set({ aliasesCreated: sql`${domainRules.aliasesCreated} + 1` })
    .where(eq(domainRules.id, ruleId))
  await changeCounts(tx, ownerId, { created: 1, existing: 1 })
  return true
}

/** Locks the domain of a rule that still acts, so that deleting the domain waits until this alias is there to be stopped with it. */
async function lockDomain(tx: Db, domainId: string, ruleId: string): Promise<boolean> {
  const isActive = tx
    .select({ id: domainRules.id })
    .from(domainRules)
    .where(and(eq(domainRules.id, ruleId), domainRules.isActive))
  const locked = await tx
    .select({ id: domains.id })
    .from(domains)
    .where(and(eq(domains.id, domainId), eq(domains.status, 'verified'), exists(isActive)))
    .for('key share')
  return locked.length > 0
}

async function enforceHour(db: Db, accountId: string, now: number, created: number): Promise<void> {
  const { limits } = await findLimits(db, accountId)
  const limit = limits.addressesByRulePerHour
  if (created <= limit) return
  throw new LimitError({ name: 'addressesByRulePerHour', used: limit, limit, resetsAt: endOfHour(now) }, now)
}
