import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createAddressClient } from '../addresses/test-addresses.ts'
import { domains, forwardingAddresses } from '../db/tables.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import type { AddressImport } from './address-import.ts'

/** For tests: a file as SimpleLogin exports it. */
export const simpleLogin = [
  'alias,note,enabled,mailboxes',
  'shop@ada.dev,Shop,True,ada@example.org other@example.org',
  'news@ada.dev,,False,unknown@example.org',
  'x9k2@simplelogin.example,Old,True,ada@example.org',
  'not an address,,True,',
  'two..dots@ada.dev,,True,',
].join('\n')

/** For tests: a service for the file, and for each test an account of Ada with the domain `ada.dev`, who imports aliases. */
export function openImportBed() {
  const bed = {} as { service: TestApp; key: { authorization: string } }
  beforeAll(async () => {
    bed.service = await startTestApp()
  })
  afterAll(() => bed.service.close())
  beforeEach(async () => {
    await bed.service.empty()
    bed.key = await bed.service.key('ada')
    await addDomain('ada.dev')
  })

  const client = createAddressClient(() => bed)
  const owner = () => bed.service.database.connectAsOwner().db
  const importFile = (payload: object, headers = bed.key) =>
    client.send('POST', '/addresses/import', payload, headers)

  async function addDomain(
    domain: string,
    { status = 'verified', ownerId = 'live:ada' }: { status?: 'verified' | 'pending'; ownerId?: string } = {},
  ): Promise<void> {
    const of = { id: newId(), verificationToken: newId(), createdAt: new Date() }
    await owner()
      .insert(domains)
      .values({ ...of, ownerId, domain, status })
  }
  return {
    ...client,
    bed,
    owner,
    importFile,
    imported: async (payload: object, headers = bed.key) =>
      (await importFile(payload, headers)).json<{ data: AddressImport }>().data,
    addDomain,
    /** Adds a mailbox to which Ada's aliases may forward, by default a verified one. */
    async addMailbox(email: string, verifiedAt: Date | null = new Date()): Promise<string> {
      const id = newId()
      await owner()
        .insert(forwardingAddresses)
        .values({ id, ownerId: 'live:ada', email, verifiedAt, createdAt: new Date() })
      return id
    },
  }
}
