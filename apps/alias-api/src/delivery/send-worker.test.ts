import { waitFor } from '@waypost/testing'
import { expect, test } from 'vitest'
import { DeliveryError } from './delivery-error.ts'
import { enqueueOutbound } from '../outbound/enqueue-outbound.ts'
import { openSendingBed } from './test-sending.ts'

const { bed, rows } = openSendingBed()
const recipients = Array.from({ length: 6 }, (_, number) => `${number}@example.net`)

async function queueAll(): Promise<void> {
  const { services } = bed.mail
  await services.db.transaction((tx) =>
    enqueueOutbound(
      tx,
      services,
      recipients.map((rcptTo) => ({
        ownerId: 'live:ada',
        emailId: null,
        mailFrom: '',
        rcptTo,
        content: Buffer.from(`From: bob@example.net\r\nTo: ${rcptTo}\r\n\r\nhello\r\n`),
      })),
    ),
  )
}

test('messages that are queued together have a job each, and each is sent once', async () => {
  await queueAll()
  expect(await rows('select name from alias_jobs.job')).toEqual(recipients.map(() => ({ name: 'outbound' })))
  await bed.mail.startSendWorker(bed.sink.url)
  const sunk = await bed.sink.waitForMails(recipients.length)
  expect(sunk.flatMap(({ to }) => to).toSorted()).toEqual(recipients)
})

test('a message of a batch that is deferred is retried alone, without those that were sent or bounced', async () => {
  const gone: string[] = []
  await queueAll()
  await bed.mail.startSendWorker(async ({ rcptTo }) => {
    if (rcptTo === recipients[3]) throw new DeliveryError('451 4.2.2 later')
    if (rcptTo === recipients[4]) throw new DeliveryError('550 5.7.1 no')
    gone.push(rcptTo)
  })
  await waitFor('the others', async () => {
    const left = await rows('select rcpt_to, attempts from alias.outbound_messages')
    return left.length === 1 && left[0]!['attempts'] === 1
  })
  expect(await rows('select rcpt_to from alias.outbound_messages')).toEqual([{ rcpt_to: recipients[3] }])
  const waiting = await rows(`select name from alias_jobs.job where state = 'created'`)
  expect(waiting).toEqual([{ name: 'outbound-later' }])
  expect(gone.toSorted()).toEqual(recipients.toSpliced(3, 2))
})

test('a message that was deferred takes its turn again when its next attempt is due', async () => {
  await queueAll()
  let isOpen = false
  const gone: string[] = []
  await bed.mail.startSendWorker(async ({ rcptTo }) => {
    if (!isOpen && rcptTo === recipients[3]) throw new DeliveryError('451 4.2.2 later')
    gone.push(rcptTo)
  })
  await waitFor('its next attempt to be queued', async () => {
    const jobs = await rows(`select from alias_jobs.job where name = 'outbound-later'`)
    return jobs.length === 1 && gone.length === recipients.length - 1
  })
  isOpen = true
  await rows(`update alias_jobs.job set start_after = now() where name = 'outbound-later'`)
  bed.mail.services.work.expectJobs(0)
  await waitFor('it to leave', () => gone.length === recipients.length)
  expect(gone.at(-1)).toBe(recipients[3])
})
