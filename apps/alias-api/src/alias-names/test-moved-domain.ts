import { sql } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import type { Address } from '../addresses/address.ts'
import { openRcptBed } from '../domain-rules/test-rcpt.ts'
import { entered, type Created } from '../domains/test-domains.ts'

type Key = { authorization: string }

/** For tests: Ada has `ada.dev` verified, and Bob has added it, to whom it moves and from whom it moves back. */
export function openMovedBed() {
  const bed = openRcptBed()
  const { request, verify } = bed
  const moved = {} as { ada: Created; bob: Created; bobs: Key }

  beforeEach(async () => {
    moved.bobs = await bed.bed.service.key('bob')
    moved.ada = await bed.verifyOne(bed.rcpt.domainId)
    moved.bob = await bed.addOne('ada.dev', moved.bobs)
  })

  const prove = async (domain: Created, key: Key): Promise<void> => {
    bed.bed.dns.set('ada.dev', entered(domain))
    const { statusCode, body } = await verify(domain.id, key)
    if (statusCode !== 200) throw new Error(`${statusCode} ${body}`)
  }
  const create = (localPart: string, key = bed.bed.key) =>
    request('POST', '/api/v1/addresses', { domain: 'ada.dev', localPart }, key)
  return {
    ...bed,
    moved,
    prove,
    moveToBob: () => prove(moved.bob, moved.bobs),
    moveToAda: () => prove(moved.ada, bed.bed.key),
    create,
    async created(localPart: string, key = bed.bed.key): Promise<Address> {
      const response = await create(localPart, key)
      if (response.statusCode !== 201) throw new Error(`${response.statusCode} ${response.body}`)
      return response.json<{ data: Address }>().data
    },
    async get({ id }: Address, key = bed.bed.key): Promise<Address> {
      return (await request('GET', `/api/v1/addresses/${id}`, undefined, key)).json<{ data: Address }>().data
    },
    change: ({ id }: Address, payload: object) =>
      bed.bed.service.app.inject({
        method: 'PATCH',
        url: `/api/v1/addresses/${id}`,
        headers: bed.bed.key,
        payload,
      }),
    remove: ({ id }: Address, key = bed.bed.key) =>
      request('DELETE', `/api/v1/addresses/${id}`, undefined, key),
    /** The aliases for which mail was taken. */
    async receivers(): Promise<string[]> {
      const { rows } = await bed.execute<{ address_id: string }>(
        sql`select address_id from alias.inbound_messages order by email_id`,
      )
      return rows.map((row) => row.address_id)
    },
  }
}
