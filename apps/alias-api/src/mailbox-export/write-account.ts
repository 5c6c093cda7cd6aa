import { and, asc, eq, gt, type SQL } from 'drizzle-orm'
import { toAddress } from '../addresses/address.ts'
import type { Scope } from '../api-keys/scopes.ts'
import { toContact } from '../contacts/contact.ts'
import { contacts } from '../db/mail-tables.ts'
import { addresses, forwardingAddresses } from '../db/tables.ts'
import { readDomainRules } from '../domain-rules/own-domain-rules.ts'
import { listDomains } from '../domains/list-domains.ts'
import { toForwardingAddress } from '../forwarding-addresses/forwarding-address.ts'
import { readRule } from '../forwarding-rules/get-forwarding-rule.ts'
import { readMailRules } from '../mail-rules/list-mail-rules.ts'
import type { Actor, Services } from '../services.ts'

const rowsAtOnce = 100

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
      .select()
      .from(addresses)
      .where(and(eq(addresses.ownerId, ownerId), after(addresses.id, last)))
      .orderBy(asc(addresses.id))
      .limit(rowsAtOnce),
  )
  for await (const row of rows)
    yield {
      ...toAddress(row, clock.now()),
      ...(forwards && { forwarding: await readRule(db, row.id), rules: await readMailRules(db, row.id) }),
      contacts: await readContacts(services, row.id),
    }
}

async function readContacts({ db }: Services, addressId: string) {
  const rows = readPages((last) =>
    db
      .select()
      .from(contacts)
      .where(and(eq(contacts.addressId, addressId), after(contacts.id, last)))
      .orderBy(asc(contacts.id))
      .limit(rowsAtOnce),
  )
  const found = []
  for await (const row of rows) found.push(toContact(row))
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
  for await (const row of rows) yield toForwardingAddress(row)
}

async function* readDomains(services: Services, actor: Actor) {
  for (const domain of await listDomains(services, actor))
    yield { ...domain, rules: await readDomainRules(services.db, actor, domain.id) }
}

async function* readPages<Row extends { id: string }>(
  read: (last: string | undefined) => PromiseLike<Row[]>,
): AsyncGenerator<Row> {
  let last: string | undefined
  do {
    const rows = await read(last)
    yield* rows
    last = rows.length < rowsAtOnce ? undefined : rows.at(-1)!.id
  } while (last !== undefined)
}

const after = (
  id: typeof addresses.id | typeof contacts.id | typeof forwardingAddresses.id,
  last?: string,
): SQL | undefined => (last === undefined ? undefined : gt(id, last))
