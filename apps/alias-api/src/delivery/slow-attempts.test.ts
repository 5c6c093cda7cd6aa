import { waitFor } from '@waypost/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { enqueueOutbound } from '../outbound/enqueue-outbound.ts'
import { PostponedError } from './postponed-error.ts'
import { openSendingBed } from './test-sending.ts'

const { bed, rows } = openSendingBed()
let answer: PromiseWithResolvers<void>
beforeEach(() => {
  answer = Promise.withResolvers()
})
afterEach(() => answer.resolve())

async function queue(...recipients: string[]): Promise<void> {
  const { services } = bed.mail
  const content = Buffer.from('From: bob@example.net\r\n\r\nhello\r\n')
  const mails = recipients.map((rcptTo) => ({
    ownerId: 'live:ada',
    emailId: null,
    mailFrom: '',
    rcptTo,
    content,
  }))
  await services.db.transaction((tx) => enqueueOutbound(tx, services, mails))
}
const waiting = () =>
  rows(`select data ->> 'attempt' as attempt, data ->> 'postponed' as postponed
  from alias_jobs.job where name = 'outbound-later' and state = 'created'`)
async function promoteAll(): Promise<void> {
  await rows(`update alias_jobs.job set start_after = now() where name = 'outbound-later'`)
  bed.mail.services.work.expectJobs(0)
}

test('messages to hosts that do not answer leave their places to the next ones, and end when they are answered', async () => {
  const sent: string[] = []
  await bed.mail.startSendWorker(
    async ({ rcptTo }) => {
      if (rcptTo.startsWith('slow')) await answer.promise
      sent.push(rcptTo)
    },
    { slotMs: 10 },
  )
  await queue(...Array.from({ length: 30 }, (_, number) => `slow${number}@example.net`))
  await queue('bob@example.org')
  await waitFor('the message to the other host', () => sent.length === 1)
  expect(sent).toEqual(['bob@example.org'])
  answer.resolve()
  await waitFor('all messages', async () => (await rows('select from alias.outbound_messages')).length === 0)
  expect(sent).toHaveLength(31)
})

test('a later job makes up for a slow attempt whose process died, and for no other', async () => {
  let attempts = 0
  await bed.mail.startSendWorker(
    async () => {
      attempts += 1
      await answer.promise
    },
    { slotMs: 10 },
  )
  await queue('lost@example.net', 'kept@example.net')
  await waitFor('both to leave their places', async () => (await waiting()).length === 2)
  expect((await waiting()).map(({ attempt }) => attempt)).toEqual(['0', '0'])
  // As if its attempt had been recorded, and as if that of the other had not.
  await rows(`update alias.outbound_messages set attempts = 1 where rcpt_to = 'kept@example.net'`)
  await promoteAll()
  await waitFor('the jobs to be done', async () => attempts === 3 && (await waiting()).length === 1)
  answer.resolve()
  await waitFor('the lost one', async () => (await rows('select from alias.outbound_messages')).length === 1)
  expect(attempts).toBe(3)
})

test('a message that is postponed costs no attempt, and comes back', async () => {
  let isFull = true
  const sent: string[] = []
  await bed.mail.startSendWorker(async ({ rcptTo }) => {
    if (isFull) throw new PostponedError('too many slow conversations')
    sent.push(rcptTo)
  })
  await queue('bob@example.net')
  await waitFor('it to be postponed', async () => (await waiting()).length === 1)
  expect(await waiting()).toEqual([{ attempt: null, postponed: '1' }])
  expect(await rows('select attempts, last_error from alias.outbound_messages')).toEqual([
    { attempts: 0, last_error: null },
  ])
  await promoteAll()
  await waitFor('it to be postponed again', async () => (await waiting())[0]?.['postponed'] === '2')
  isFull = false
  await promoteAll()
  await waitFor('it to be sent', () => sent.length === 1)
})
