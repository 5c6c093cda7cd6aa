import { newId } from '@waypost/postgres'
import { expect, test } from 'vitest'
import { contacts } from '../db/mail-tables.ts'
import { domains, forwardingAddresses, forwardingRules, mailRules } from '../db/tables.ts'
import { addAddress, openEmailBed } from '../emails/test-emails.ts'
import type { Actor } from '../services.ts'
import { readZip } from './test-zip.ts'
import { writeAccount } from './write-account.ts'

const { bed, get } = openEmailBed()

interface Account {
  addresses: { id: string; forwarding?: object; rules?: object[]; contacts: { id: string }[] }[]
  forwardingAddresses?: object[]
  domains?: { id: string; rules: object[] }[]
}

async function account(headers = bed.key) {
  const files = readZip((await get('/api/v1/emails/export', headers)).rawPayload)
  const text = files.get('account.json')!.toString()
  return { text, data: JSON.parse(text) as Account }
}

/** How many statements it takes to write the account. */
async function countStatements(): Promise<number> {
  const { services } = bed.service
  let count = 0
  const db = new Proxy(services.db, {
    get(of, name, receiver) {
      if (name === 'select' || name === 'execute') count += 1
      return Reflect.get(of, name, receiver) as unknown
    },
  })
  const actor = { ownerId: bed.address.ownerId } as Actor
  for await (const _ of writeAccount({ ...services, db }, actor, () => true));
  return count
}

const shown = async <Data>(path: string) => (await get(`/api/v1${path}`)).json<{ data: Data }>().data
const createdAt = new Date()
const owner = () => bed.service.database.connectAsOwner().db

/** Gives the account a mailbox, rules, a contact and a domain, with secrets that nothing shows. */
async function fill() {
  const { id: addressId, ownerId } = bed.address
  const [mailbox, domain] = [newId(), newId()]
  const db = owner()
  await db.insert(forwardingAddresses).values({
    id: mailbox,
    ownerId,
    email: 'ada@home.example',
    createdAt,
    verifiedAt: createdAt,
    pgpKey: 'the-key-itself',
    pgpFingerprint: '46336aff169057af',
    tokenHash: Buffer.from(mailbox),
    tokenExpiresAt: createdAt,
  })
  const rule = { id: newId(), ownerId, addressId, forwardToId: mailbox, isActive: true, createdAt }
  await db.insert(forwardingRules).values({ ...rule, updatedAt: createdAt })
  await db.insert(mailRules).values({
    ...rule,
    id: newId(),
    position: 1,
    conditions: { subject: 'invoice' },
    action: 'forward',
    stops: true,
  })
  await db.insert(domains).values({
    id: domain,
    ownerId,
    domain: `${domain}.example`,
    verificationToken: 'the-token-of-the-domain',
    createdAt,
  })
  return { mailbox, domain }
}

async function addContacts(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    ownerId: bed.address.ownerId,
    addressId: bed.address.id,
    email: `bob${index}@example.net`,
    reverseAddress: `reply-${newId()}@waypost.test`,
    createdAt,
  }))
  await owner().insert(contacts).values(rows)
  return rows.map(({ id }) => id)
}

test('the zip of an account’s emails has its aliases, rules, contacts, mailboxes and domains as the API shows them, without secrets', async () => {
  const { domain } = await fill()
  await addContacts(1)
  const { text, data } = await account()
  const of = `/addresses/${bed.address.id}`
  const { addresses } = await shown<Pick<Account, 'addresses'>>('/addresses')
  expect(data).toEqual({
    addresses: [
      {
        ...addresses[0],
        forwarding: await shown(`${of}/forwarding`),
        rules: await shown(`${of}/rules`),
        contacts: (await shown<{ contacts: object[] }>(`${of}/contacts`)).contacts,
      },
    ],
    forwardingAddresses: (await shown<{ addresses: object[] }>('/forwarding-addresses')).addresses,
    domains: [{ ...(await shown<object[]>('/domains'))[0], rules: await shown(`/domains/${domain}/rules`) }],
  })
  expect(data.addresses[0]).toMatchObject({ forwarding: { isActive: true }, rules: [{ action: 'forward' }] })
  expect(text).not.toMatch(/the-key-itself|the-token-of-the-domain|token/i)
})

test('a key gets no more of the account in its export than in the lists that it may read', async () => {
  await fill()
  const reader = await account(await bed.service.key(bed.account, { scopes: ['emails:read'] }))
  expect(Object.keys(reader.data)).toEqual(['addresses'])
  expect(Object.keys(reader.data.addresses[0]!)).not.toContain('rules')
  expect(reader.text).not.toContain('ada@home.example')
  const scopes = ['emails:read' as const, 'domains:read' as const]
  const other = await account(await bed.service.key(bed.account, { scopes }))
  expect(Object.keys(other.data)).toEqual(['addresses', 'domains'])
})

test('aliases and contacts beyond the first hundred are in it, and nothing of other accounts', async () => {
  const addresses = [bed.address.id]
  for (let count = 0; count < 101; count++) addresses.push((await addAddress(bed.service, bed.account)).id)
  await addAddress(bed.service, 'bob')
  const added = await addContacts(101)
  const { data } = await account()
  expect(data.addresses.map(({ id }) => id)).toEqual(addresses)
  expect(data.addresses[0]!.contacts.map(({ id }) => id)).toEqual(added)
})

test('as many statements read ninety aliases and three domains, with their rules and contacts, as one of each', async () => {
  await fill()
  await addContacts(1)
  const one = await countStatements()
  for (let count = 1; count < 90; count++) await addAddress(bed.service, bed.account)
  for (let count = 1; count < 3; count++)
    await owner()
      .insert(domains)
      .values({
        id: newId(),
        ownerId: bed.address.ownerId,
        domain: `${newId()}.example`,
        verificationToken: 'x',
        createdAt,
      })
  expect([one, await countStatements()]).toEqual([7, 7])
})
