import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addMailbox } from '../forwarding-addresses/test-mailboxes.ts'
import { testMessage } from '../forwarding/test-forwarding.ts'
import { openRoutedMailBed } from './test-routed-mail.ts'

const {
  bed,
  publish,
  addRule,
  receive,
  read,
  request,
  setRules,
  list,
  subscribe,
  events,
  receiveFromBob,
  forwardAll,
} = openRoutedMailBed()
/** Adds a second mailbox of the owner. */
const addBooks = async () => {
  const { forwardToId } = await addMailbox(bed.service, 'ada', { email: 'books@example.net' })
  return forwardToId
}

describe('the rules of an alias', () => {
  test('act in their order down to the first that stops, and an inactive one not at all', async () => {
    await setRules([
      { action: 'label', label: 'off', isActive: false },
      { action: 'label', label: 'a' },
      { conditions: { subject: 'receipt' }, action: 'label', label: 'no', stop: true },
      { action: 'label', label: 'b', stop: true },
      { action: 'label', label: 'never' },
    ])
    expect((await read(await receiveFromBob())).labels).toEqual(['a', 'b'])
  })

  test('forward to the mailbox that they choose, with its own reverse address and outcome, in place of the forwarding rule’s', async () => {
    await bed.mail.startForwardWorker()
    await addRule()
    await setRules([
      {
        conditions: { subject: 'invoice' },
        action: 'forward',
        forwardToId: await addBooks(),
        stop: true,
      },
    ])
    const invoice = await receiveFromBob()
    const [mail] = await bed.sink.waitForMails(1)
    expect(mail!.to).toEqual(['books@example.net'])
    expect(mail!.content.toString()).toMatch(/^Reply-To: <reply-/m)
    await expect
      .poll(async () => (await read(invoice)).forwarding)
      .toEqual({ status: 'sent', to: 'books@example.net', reason: null })
    await receiveFromBob({ subject: 'hello' })
    const mails = await bed.sink.waitForMails(2)
    expect(mails.flatMap(({ to }) => to)).toEqual(['books@example.net', 'me@example.net'])
  })

  test('leave everything that none of them stops to the forwarding rule', async () => {
    await addRule({ subject: 'invoice' })
    await setRules([{ action: 'label', label: 'a' }])
    await receiveFromBob()
    await receiveFromBob({ subject: 'hello' })
    expect(await forwardAll()).toEqual(['me@example.net'])
  })

  test('keep an email with its alias alone', async () => {
    await addRule()
    await setRules([{ action: 'keep' }])
    const id = await receiveFromBob()
    expect(await forwardAll()).toEqual([])
    expect((await read(id)).forwarding).toBeUndefined()
    expect(await list('')).toEqual([id])
  })

  test('keep an email with its alias alone also where DNS could not authenticate its author at first', async () => {
    await addRule()
    await setRules([{ action: 'keep' }])
    publish()
    bed.dns.set('_dmarc.bob.dev', 'SERVFAIL')
    const id = await receive(await testMessage({ isSigned: true }))
    publish()
    expect(await forwardAll()).toEqual([])
    expect((await read(id)).authentication!.verdict).toBe('signed')
  })

  test('a rule that was deleted before DNS has authenticated the author forwards nothing any more', async () => {
    const forwardToId = await addBooks()
    await setRules([{ action: 'forward', forwardToId }])
    publish()
    bed.dns.set('_dmarc.bob.dev', 'SERVFAIL')
    const id = await receive(await testMessage({ isSigned: true }))
    await setRules([])
    publish()
    expect(await forwardAll()).toEqual([])
    expect((await read(id)).authentication!.verdict).toBe('signed')
  })

  test('a mailbox that is no longer confirmed gets nothing, and nothing falls to a later rule', async () => {
    await addRule()
    await setRules([{ action: 'forward', forwardToId: await addBooks(), stop: true }])
    await bed.service.database.connectAsOwner().db.execute(sql`
      update alias.forwarding_addresses set verified_at = null where email = 'books@example.net'
    `)
    await receiveFromBob()
    expect(await forwardAll()).toEqual([])
  })

  test('what fails DMARC is withheld from the mailbox that a rule chooses', async () => {
    await subscribe()
    await setRules([{ action: 'forward', forwardToId: await addBooks() }])
    publish({ spf: '-all' })
    const id = await receive(await testMessage())
    expect(await forwardAll()).toEqual([])
    expect((await read(id)).forwarding).toMatchObject({ status: 'withheld', to: 'books@example.net' })
    expect(await events()).toEqual(['email.received', 'email.withheld'])
  })
})

test('an email that was withheld as spam and is none goes where the rules say then', async () => {
  bed.dns.set('1.0.0.127.bl.test', { A: ['127.0.0.2'] })
  await addRule()
  publish({ spf: '-all', policy: null })
  const id = await receive(await testMessage())
  await request('PATCH', `/emails/${id}`, { isSpam: true })
  expect(await forwardAll()).toEqual([])
  expect((await read(id)).forwarding).toMatchObject({ status: 'withheld', to: 'me@example.net' })
  const forwardToId = await addBooks()
  await setRules([{ conditions: { spam: 'clean' }, action: 'forward', forwardToId, stop: true }])
  await request('PATCH', `/emails/${id}`, { isSpam: false })
  expect(await forwardAll()).toEqual(['books@example.net'])
})
