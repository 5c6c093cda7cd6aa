import { sql } from 'drizzle-orm'
import { firstIdAt } from '@waypost/postgres'
import { describe, expect, test } from 'vitest'
import { addMailbox, confirmMailbox, suspendMailbox } from '../forwarding-addresses/test-mailboxes.ts'
import { openRoutedMailBed } from './test-routed-mail.ts'

const { bed, addRule, read, setRules, list, subscribe, events, receiveFromBob, forwardAll } =
  openRoutedMailBed()
const reason = 'The destination is suspended, because mail to it bounced, until it is confirmed again.'
const suspend = (email: string) => suspendMailbox(bed.service, email)
const confirm = (email: string) => confirmMailbox(bed.service, email)

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
    await confirm('books@example.net')
    await receiveFromBob()
    expect(await forwardAll()).toEqual(['books@example.net', 'books@example.net'])
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

  test('is forwarded once the mailbox is confirmed again, unless it is deleted, of another mailbox or older than a week', async () => {
    await addRule()
    await suspend('me@example.net')
    const [kept, deleted, other, old] = [
      await receiveFromBob(),
      await receiveFromBob(),
      await receiveFromBob(),
      await receiveFromBob(),
    ]
    expect(await forwardAll()).toEqual([])
    const { db } = bed.service.database.connectAsOwner()
    await db.execute(sql`update alias.emails set deleted_at = now() where id = ${deleted}`)
    await db.execute(sql`update alias.emails set forward_to = 'you@example.net' where id = ${other}`)
    const before = firstIdAt(new Date(Date.now() - 8 * 86_400_000))
    await db.execute(sql`delete from alias.withheld_emails where email_id = ${old}`)
    await db.execute(sql`update alias.emails set id = ${before} where id = ${old}`)
    await confirm('me@example.net')
    expect(await forwardAll()).toEqual(['me@example.net'])
    expect((await read(kept)).forwarding).toMatchObject({ status: 'sent', to: 'me@example.net' })
    expect(await list('is_withheld=true')).toEqual([other])
  })
})
