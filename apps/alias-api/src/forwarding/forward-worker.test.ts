import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { generateKey } from 'openpgp'
import { expect, test } from 'vitest'
import { addAddress } from '../emails/test-emails.ts'
import { parseMessage } from '../parsing/parse-message.ts'
import { UnfinishedRewritingError, type MessageRewriter } from '../rewriting/message-rewriter.ts'
import { rewrittenAtATime } from './forward-worker.ts'
import { openForwardingBed, testMessage } from './test-forwarding.ts'

const { bed, publish, addRule, receive, read, jobs, changeMailbox } = openForwardingBed(
  async ({ mail, sink }) => {
    await mail.startInboundWorker()
    await mail.startSendWorker(sink.url)
  },
)
const execute = (query: ReturnType<typeof sql>) => bed.service.database.connectAsOwner().db.execute(query)
const removeTrackers = () =>
  execute(sql`
  update alias.forwarding_rules set removes_trackers = true where address_id <> ${bed.address.id}
`)
// More than there are places for forwards.
const many = 81
const few = 4

/** Its messages wait until they are told to go on. */
function openSlowRewriter() {
  const end = Promise.withResolvers<void>()
  let begun = 0
  const rewriter: Pick<MessageRewriter, 'rewrite'> = {
    async rewrite(...given) {
      begun += 1
      await end.promise
      return bed.mail.rewriter.rewrite(...given)
    },
  }
  return { rewriter, end: end.resolve, begun: () => begun }
}
const addTrackedAliases = async (count: number) => {
  const aliases = []
  for (let at = 0; at < count; at += 1) aliases.push(await addAddress(bed.service, 'ada'))
  await addRule({}, [bed.address, ...aliases])
  return aliases.map(({ address }) => address)
}
const tracked = () => testMessage({ html: '<p>x</p><img src="https://px.example/" width="1" height="1">' })
const isForwarded = async (subject: string) => {
  const parsed = await Promise.all(bed.sink.mails.map(({ content }) => parseMessage(content)))
  return parsed.some((each) => each.subject === subject)
}

test('a forward does not wait for any number of others that are rewritten, nor for those that become so when they are due', async () => {
  publish()
  const slow = openSlowRewriter()
  const aliases = await addTrackedAliases(many)
  // Enqueued before their rules say so.
  await bed.mail.deliver(aliases, await tracked(), 'bob@bob.dev')
  await waitFor('their jobs', async () => (await jobs()) === many)
  await removeTrackers()
  await bed.mail.deliver(aliases.slice(0, few), await tracked(), 'bob@bob.dev')
  await waitFor('their jobs', async () => (await jobs()) === many + few)
  await bed.mail.startForwardWorker(slow.rewriter)
  await waitFor('messages to be rewritten', () => slow.begun() > 0)
  await receive(await testMessage({ subject: 'Ordinary' }))
  await waitFor('the other forward', () => isForwarded('Ordinary'))
  expect(slow.begun()).toBeLessThanOrEqual(rewrittenAtATime)
  slow.end()
  const mails = await bed.sink.waitForMails(many + few + 1)
  expect(mails.filter(({ content }) => content.includes('px.example'))).toEqual([])
})

const hasRetried = async (count: number) => {
  const { rows } = await execute(sql`
    select from alias_jobs.job where name = 'rewritten-forwards' and state = 'retry' and retry_count = ${count}
  `)
  return rows.length === 1
}
const setRetries = async (count: number) => {
  await execute(
    sql`update alias_jobs.job set retry_count = ${count}, start_after = now() where state = 'retry'`,
  )
  bed.mail.services.work.expectJobs(0)
}

test('mail that a busy machine could not encrypt is tried again five times, and then withheld', async () => {
  publish()
  await addRule()
  const { publicKey } = await generateKey({ userIDs: [{ email: 'me@example.net' }], format: 'armored' })
  await changeMailbox({ pgpKey: publicKey })
  await bed.mail.startForwardWorker({
    async rewrite() {
      throw new UnfinishedRewritingError('it took longer')
    },
  })
  const id = await receive(await testMessage({ isSigned: true }))
  await waitFor('another attempt to be due', () => hasRetried(0))
  await setRetries(3)
  await waitFor('the last attempt to be due', () => hasRetried(4))
  expect((await read(id)).forwarding).toBeUndefined()
  await setRetries(4)
  await waitFor('the email to be withheld', async () => (await read(id)).forwarding?.status === 'withheld')
})
