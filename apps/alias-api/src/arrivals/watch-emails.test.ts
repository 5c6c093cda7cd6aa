import { describe, expect, test } from 'vitest'
import { ownerOf } from '../accounts/owner.ts'
import { addEmail, openEmailBed } from '../emails/test-emails.ts'
import { watchEmails } from './watch-emails.ts'

const { bed } = openEmailBed()
const mail = (subject: string) => addEmail(bed.service, bed.address, { subject })

/** Opens a stream without a connection. */
const open = (given: { quietMs?: number; lifeMs?: number }) => {
  const leaving = new AbortController()
  const actor = { accountId: bed.account, ownerId: ownerOf(bed.account, 'live') } as never
  const options = { after: undefined, signal: leaving.signal, quietMs: 60_000, lifeMs: 60_000, ...given }
  return { leaving, listings: watchEmails(bed.service.services, actor, {}, options) }
}

describe('a stream of emails', () => {
  test('shows that it is still there when nothing comes, with the position up to which nothing came', async () => {
    const { leaving, listings } = open({ quietMs: 1 })
    const stream = await listings
    const { value: start } = await stream.next()
    await mail('comes')
    for (;;) {
      const { value } = await stream.next()
      if (value!.email) break
      expect(BigInt(value!.position.xact)).toBeGreaterThanOrEqual(BigInt(start!.position.xact))
    }
    const { value: quiet } = await stream.next()
    expect(quiet!.email).toBeUndefined()
    expect(BigInt(quiet!.position.xact)).toBeGreaterThan(BigInt(start!.position.xact))
    leaving.abort()
    expect((await stream.next()).done).toBe(true)
  })

  test('ends after its time, and gives its place back', async () => {
    for (let round = 0; round < 11; round++) {
      const stream = await open({ lifeMs: 0 }).listings
      expect((await stream.next()).value!.email).toBeUndefined()
      expect((await stream.next()).done).toBe(true)
    }
  })

  test('gives its place back when its client left before it began', async () => {
    for (let round = 0; round < 11; round++) {
      const { leaving, listings } = open({})
      leaving.abort()
      await listings
    }
  })
})
