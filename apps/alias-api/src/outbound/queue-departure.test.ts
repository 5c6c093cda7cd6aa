import { waitFor } from '@waypost/testing'
import { expect, test } from 'vitest'
import { DeliveryError } from './delivery-error.ts'
import { queueDepartures } from './queue-departure.ts'
import { openSendingBed } from './test-sending.ts'

const { bed, rows } = openSendingBed()
const recipients = Array.from({ length: 6 }, (_, number) => `${number}@example.net`)

async function queueAll(options: { hasSmarthost?: boolean }): Promise<string[]> {
  const { services } = bed.mail
  await services.db.transaction((tx) =>
    queueDepartures(
      tx,
      { ...services, ...options },
      recipients.map((rcptTo) => ({
        ownerId: 'live:ada',
        emailId: null,
        mailFrom: '',
        rcptTo,
        content: Buffer.from(`From: bob@example.net\r\nTo: ${rcptTo}\r\n\r\nhello\r\n`),
      })),
    ),
  )
  const jobs = await rows<{ name: string }>('select name from alias_jobs.job')
  return jobs.map(({ name }) => name)
}

test('many that leave through one server are one job, and each goes there once', async () => {
  expect(await queueAll({ hasSmarthost: true })).toEqual(['gathered-departures'])
  await bed.mail.workDepartures(bed.sink.url)
  const sunk = await bed.sink.waitForMails(recipients.length)
  expect(sunk.flatMap(({ to }) => to).toSorted()).toEqual(recipients)
})

test('where each has a server of its own each is a job, so that none waits for a slow one', async () => {
  expect(await queueAll({})).toEqual(recipients.map(() => 'departures'))
})

test('one of them that is refused for now is tried again by itself, and the others are not', async () => {
  const gone: string[] = []
  await queueAll({ hasSmarthost: true })
  await bed.mail.workDepartures(async ({ rcptTo }) => {
    if (rcptTo === recipients[3]) throw new DeliveryError('451 4.2.2 later')
    gone.push(rcptTo)
  })
  await waitFor('the others', async () => {
    const left = await rows('select rcpt_to, attempts from alias.departures')
    return left.length === 1 && left[0]!['attempts'] === 1
  })
  expect(await rows('select rcpt_to from alias.departures')).toEqual([{ rcpt_to: recipients[3] }])
  const waiting = await rows(`select name from alias_jobs.job where state = 'created'`)
  expect(waiting).toEqual([{ name: 'departures' }])
  expect(gone.toSorted()).toEqual(recipients.toSpliced(3, 1))
})
