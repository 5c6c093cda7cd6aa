import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addMailbox } from '../forwarding-addresses/test-mailboxes.ts'
import { openRoutedMailBed } from './test-routed-mail.ts'

const { bed, addRule, read, setRules, list, subscribe, events, receiveFromBob, forwardAll } =
  openRoutedMailBed()
const reason = 'The destination is suspended, because mail to it bounced, until it is confirmed again.'
const suspend = (email: string) =>
  bed.service.database.connectAsOwner().db.execute(sql`
    update alias.forwarding_addresses
    set verified_at = null, suspended_at = now(), suspended_reason = '550 no such user' where email = ${email}
  `)
const confirm = () =>
  bed.service.database.connectAsOwner().db.execute(sql`
    update alias.forwarding_addresses set verified_at = now(), suspended_at = null, suspended_reason = null
  `)

describe('mail that would be forwarded to a suspended mailbox', () => {
  test('by a rule that stops is withheld, listed and announced, and does not go to the next mailbox instead', async () => {
    await addRule()
    const { forwardToId } = await addMailbox(bed.service, 'ada', { email: 'books@example.net' })
    await setRules([{ action: 'forward', forwardToId, stop: true }])
    await suspend('books@example.net')
    await subscribe()
    const id = await receiveFromBob()
    expect(await forwardAll()).toEqual([])
    expect((await read(id)).forwarding).toEqual({ status: 'withheld', to: 'books@example.net', reason })
    expect(await list('is_withheld=true')).toEqual([id])
    expect(await events()).toEqual(['email.received', 'email.withheld'])
    await confirm()
    await receiveFromBob()
    expect(await forwardAll()).toEqual(['books@example.net'])
  })

  test('by the forwarding rule is withheld, listed and announced', async () => {
    await addRule()
    await suspend('me@example.net')
    await subscribe()
    const id = await receiveFromBob()
    expect(await forwardAll()).toEqual([])
    expect((await read(id)).forwarding).toEqual({ status: 'withheld', to: 'me@example.net', reason })
    expect(await list('is_withheld=true')).toEqual([id])
    expect(await events()).toEqual(['email.received', 'email.withheld'])
  })

  test('is withheld also where the mailbox is suspended after it was listed', async () => {
    await addRule()
    const id = await receiveFromBob()
    await suspend('me@example.net')
    expect(await forwardAll()).toEqual([])
    expect((await read(id)).forwarding).toMatchObject({ status: 'withheld', reason })
  })
})
