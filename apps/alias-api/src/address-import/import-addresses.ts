import { DomainError } from '@waypost/http'
import { newId, type Db } from '@waypost/postgres'
import { publishEvents } from '@waypost/webhooks'
import { planLimits } from '../accounts/plans.ts'
import { changeCounts } from '../addresses/address-counts.ts'
import { createdEventOf } from '../addresses/created-event.ts'
import { chooseLifetime } from '../addresses/lifetime.ts'
import { recordChange } from '../audit-logs/record-change.ts'
import { forwardingRules, mailRules } from '../db/tables.ts'
import { enforceLimit } from '../limits/enforce-limit.ts'
import type { Actor, Services } from '../services.ts'
import type { AddressImport, ImportedRow, NewAddressImport } from './address-import.ts'
import { findMailboxes, type FindMailboxes } from './find-mailboxes.ts'
import { findOwnDomains } from './find-own-domains.ts'
import { inChunks, insertAliases, type NewAliasRow } from './insert-aliases.ts'
import { readAliases, type FileAlias } from './read-aliases.ts'
import { refusalOf } from './refusal-of.ts'

/**
 * Creates the aliases of a file, all in one transaction. A row that cannot become an alias does not keep the others
 * from it, and an alias that the owner has already stays as it is, so that a file can be imported again.
 *
 * @throws LimitError where not all of them fit; none is created then
 */
export async function importAddresses(
  services: Services,
  actor: Actor,
  { csv, forwardToId, ...wanted }: NewAddressImport,
): Promise<AddressImport> {
  if (!planLimits[actor.plan].hasCustomDomains)
    throw new DomainError('forbidden', 'Custom domains require the Business plan')
  const { db, clock, outbox } = services
  const { ownerId } = actor
  const now = clock.now()
  const lifetime = chooseLifetime(actor, now, wanted)
  const aliases = readAliases(csv)

  return db.transaction(async (tx) => {
    const domains = await findOwnDomains(tx, ownerId, aliases)
    const mailboxesOf = await findMailboxes(tx, ownerId, { aliases, forwardToId })
    const candidates = new Map<string, NewAliasRow>()
    for (const alias of aliases) {
      if (candidates.has(alias.address) || refusalOf(alias, domains) !== undefined) continue
      const { address, label, isActive } = alias
      const domain = address.slice(address.lastIndexOf('@') + 1)
      const base = { id: newId(), ownerId, createdAt: new Date(now), ...lifetime }
      candidates.set(address, { ...base, address, label, isActive, domain, domainId: domains.get(domain)! })
    }
    const { created, existing } = await insertAliases(tx, services, ownerId, [...candidates.values()])
    const rows = toRows(aliases, { domains, created, existing, mailboxesOf })
    await forwardCreated(tx, aliases, { created, mailboxesOf })
    publishEvents(
      tx,
      outbox,
      'address.created',
      [...created.values()].map((row) => ({ ownerId, data: createdEventOf(row) })),
    )
    if (created.size > 0) {
      await enforceLimit(tx, services, actor.accountId, 'addresses', created.size)
      await changeCounts(tx, ownerId, { created: created.size, existing: created.size })
    }
    await recordChange(tx, services, actor)
    const count = (status: ImportedRow['status']) => rows.filter((row) => row.status === status).length
    return { created: count('created'), exists: count('exists'), refused: count('refused'), rows }
  })
}

interface Found {
  /** Address → the alias that was created for its first row. */
  created: Map<string, NewAliasRow>
  mailboxesOf: FindMailboxes
}

/**
 * Gives each new alias a forwarding rule to the first of its mailboxes, or to that of the request, and a rule to each other: mail goes
 * to all of them.
 */
async function forwardCreated(tx: Db, aliases: FileAlias[], { created, mailboxesOf }: Found): Promise<void> {
  const firsts = new Map(aliases.toReversed().map((alias) => [alias.address, alias]))
  const forwarding: (typeof forwardingRules.$inferInsert)[] = []
  const rules: (typeof mailRules.$inferInsert)[] = []
  for (const { id: addressId, ownerId, address, createdAt } of created.values())
    for (const [position, { id: forwardToId }] of mailboxesOf(firsts.get(address)!).to.entries()) {
      const rule = { id: newId(), addressId, ownerId, forwardToId, isActive: true, createdAt }
      if (position === 0) forwarding.push({ ...rule, updatedAt: createdAt })
      else rules.push({ ...rule, position, conditions: {}, action: 'forward', stops: false })
    }
  for (const chunk of inChunks(forwarding)) await tx.insert(forwardingRules).values(chunk)
  for (const chunk of inChunks(rules)) await tx.insert(mailRules).values(chunk)
}

interface Outcome extends Found {
  domains: Map<string, string>
  /** Address → the id of the owner's alias that was there before. */
  existing: Map<string, string>
}

function toRows(aliases: FileAlias[], { domains, created, existing, mailboxesOf }: Outcome): ImportedRow[] {
  const told = new Set<string>()
  return aliases.map((alias) => {
    const { line, address } = alias
    const nowhere = { forwardToEmail: null, forwardToEmails: [], leftOut: [] }
    const row = { line, address, addressId: null, ...nowhere, reason: null }
    const reason = refusalOf(alias, domains)
    if (reason !== undefined) return { ...row, status: 'refused', reason }
    const made = created.get(address)
    // Further rows with the same address find the alias of the first.
    const isFirst = !told.has(address)
    told.add(address)
    if (made && isFirst) {
      const { to, leftOut } = mailboxesOf(alias)
      const forwardToEmails = to.map(({ email }) => email)
      const forwardToEmail = forwardToEmails[0] ?? null
      return { ...row, status: 'created', addressId: made.id, forwardToEmail, forwardToEmails, leftOut }
    }
    const addressId = made?.id ?? existing.get(address)
    if (addressId !== undefined) return { ...row, status: 'exists', addressId }
    return { ...row, status: 'refused', reason: 'Somebody else has this alias' }
  })
}
