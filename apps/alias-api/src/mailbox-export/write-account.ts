import { and, asc, eq, gt, inArray, type SQL } from 'drizzle-orm'
import { toAddress } from '../addresses/address.ts'
import { shownColumns } from '../addresses/own-address.ts'
import type { Scope } from '../api-keys/scopes.ts'
import { toContact } from '../contacts/contact.ts'
import { contacts } from '../db/mail-tables.ts'
import { addresses, forwardingAddresses } from '../db/tables.ts'
import { readDomainRules } from '../domain-rules/own-domain-rules.ts'
import { listDomains } from '../domains/list-domains.ts'
import { toForwardingAddress } from '../forwarding-addresses/forwarding-address.ts'
import { noRule, readRules } from '../forwarding-rules/get-forwarding-rule.ts'
import { readRulesOfAliases } from '../mail-rules/list-mail-rules.ts'
import type { Actor, Services } from '../services.ts'

const rowsAtOnce = 100
const contactsAtOnce = 1000

/**
 * An owner's aliases with their rules and contacts, mailboxes, and domains with their rules, as JSON in the shapes of the API:
 * without what the API does not show, such as tokens and keys. It is read as fast as it is taken, a page at a time.
 *
 * @param may whether the caller may read what needs a scope: a key gets no more here than in the lists
 */
export async function* writeAccount(
  services: Services,
  actor: Actor,
  may: (scope: Scope) => boolean,
): AsyncGenerator<Buffer> {
  const forwards = may('forwarding:manage')
  yield Buffer.from('{"addresses":')
  yield* writeList(readAddresses(services, actor, forwards))
  if (forwards) {
    yield Buffer.from(',"forwardingAddresses":')
    yield* writeList(readMailboxes(services, actor))
  }
  if (may('domains:read')) {
    yield Buffer.from(',"domains":')
    yield* writeList(readDomains(services, actor))
  }
  yield Buffer.from('}\n')
}

async function* writeList(items: AsyncIterable<object>): AsyncGenerator<Buffer> {
  let before = '['
  for await (const item of items) {
    yield Buffer.from(`${before}\n${JSON.stringify(item)}`)
    before = ','
  }
  yield Buffer.from(before === '[' ? '[]' : '\n]')
}

async function* readAddresses(services: Services, { ownerId }: Actor, forwards: boolean) {
  const { db, clock } = services
  const rows = readPages((last) =>
    db
      .select(shownColumns)
      .from(addresses)
      .where(and(eq(addresses.ownerId, ownerId), after(addresses.id, last)))
      .orderBy(asc(addresses.id))
      .limit(rowsAtOnce),
  )
  for await (const page of rows) {
    const ids = page.map(({ id }) => id)
    const [forwarding, rules] = forwards
      ? [await readRules(db, ids), await readRulesOfAliases(db, ids)]
      : [undefined, undefined]
    const found = await readContacts(services, ids)
    for (const row of page)
      yield {
        ...toAddress(row, clock.now()),
        ...(forwards && { forwarding: forwarding!.get(row.id) ?? noRule, rules: rules!.get(row.id) ?? [] }),
        contacts: found.get(row.id) ?? [],
      }
  }
}

/** The contacts of a page of aliases, by alias. */
async function readContacts({ db }: Services, addressIds: string[]) {
  const pages = readPages(
    (last) =>
      db
        .select()
        .from(contacts)
        .where(and(inArray(contacts.addressId, addressIds), after(contacts.id, last)))
        .orderBy(asc(contacts.id))
        .limit(contactsAtOnce),
    contactsAtOnce,
  )
  const found = new Map<string, ReturnType<typeof toContact>[]>()
  for await (const page of pages)
    for (const row of page) {
      const those = found.get(row.addressId)
      if (those) those.push(toContact(row))
      else found.set(row.addressId, [toContact(row)])
    }
  return found
}

async function* readMailboxes({ db }: Services, { ownerId }: Actor) {
  const rows = readPages((last) =>
    db
      .select()
      .from(forwardingAddresses)
      .where(and(eq(forwardingAddresses.ownerId, ownerId), after(forwardingAddresses.id, last)))
      .orderBy(asc(forwardingAddresses.id))
      .limit(rowsAtOnce),
  )
  for await (const page of rows) yield* page.map((row) => toForwardingAddress(row))
}

async function* readDomains(services: Services, actor: Actor) {
  const domains = await listDomains(services, actor)
  const ids = domains.map(({ id }) => id)
  const rules = Map.groupBy(await readDomainRules(services.db, actor, ids), ({ domainId }) => domainId)
  for (const domain of domains) yield { ...domain, rules: rules.get(domain.id) ?? [] }
}

/** @param read reads the rows after an id, at most so many */
async function* readPages<Row extends { id: string }>(
  read: (last: string | undefined) => PromiseLike<Row[]>,
  atOnce = rowsAtOnce,
): AsyncGenerator<Row[]> {
  let last: string | undefined
  do {
    const rows = await read(last)
    yield rows
    last = rows.length < atOnce ? undefined : rows.at(-1)!.id
  } while (last !== undefined)
}

const after = (
  id: typeof addresses.id | typeof contacts.id | typeof forwardingAddresses.id,
  last?: string,
): SQL | undefined => (last === undefined ? undefined : gt(id, last))
