import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addAddress, addEmail, type Listed } from '../emails/test-emails.ts'
import { openMailbox } from '../smtp/test-mailbox.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { startTestMail, type TestMail } from '../testing/test-mail.ts'

let service: TestApp
let mail: TestMail
let box: Awaited<ReturnType<typeof openMailbox>>
let address: Awaited<ReturnType<typeof addAddress>>

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  mail = await startTestMail(service)
  box = await openMailbox(service)
  address = await addAddress(service, 'ada')
  await mail.startInboundWorker()
})
afterEach(async () => {
  await mail.close()
  await service.empty()
})

interface Given {
  id?: string
  references?: string
  inReplyTo?: string
  subject?: string
}

const write = ({ id, references, inReplyTo, subject = 'hello' }: Given) =>
  [
    'From: bob@example.net',
    `Subject: ${subject}`,
    ...(id === undefined ? [] : [`Message-ID: <${id}>`]),
    ...(references === undefined ? [] : [`References: ${references}`]),
    ...(inReplyTo === undefined ? [] : [`In-Reply-To: <${inReplyTo}>`]),
    '',
    'hello',
    '',
  ].join('\r\n')

let listed = 0
/** Delivers messages, each after the one before is listed. */
async function receive(...given: (Given & { to?: string })[]): Promise<void> {
  for (const each of given) {
    listed = (await box.list()).total + 1
    await mail.deliver(each.to ?? address.address, write(each))
    await box.listed(listed)
  }
}

/** The subjects of each conversation of Ada's, oldest first. */
async function threads(): Promise<string[][]> {
  const { data } = await box.list()
  const byThread = Map.groupBy(data.toReversed(), ({ threadId }) => threadId)
  return [...byThread.values()].map((emails) => emails.map(({ subject }) => subject))
}

const get = async (query: string, account = 'ada') =>
  (
    await service.app.inject({ url: `/api/v1/emails?${query}`, headers: await service.key(account) })
  ).json<Listed>()

test('answers are in the conversation that they name, whatever their subject; the same subject alone is no conversation', async () => {
  await receive(
    { id: 'a@x.example', subject: 'one' },
    { id: 'b@x.example', references: '<a@x.example>', inReplyTo: 'a@x.example', subject: 'two' },
    { id: 'c@x.example', references: '<a@x.example> <b@x.example>', subject: 'three' },
    { id: 'd@x.example', subject: 'one' },
    { subject: 'one' },
    { subject: 'one' },
  )
  expect(await threads()).toEqual([['one', 'two', 'three'], ['one'], ['one'], ['one']])
})

test('an answer that names only the email before it is in its conversation', async () => {
  await receive(
    { id: 'a@x.example', subject: 'one' },
    { id: 'b@x.example', inReplyTo: 'a@x.example', subject: 'two' },
    { id: 'c@x.example', inReplyTo: 'b@x.example', subject: 'three' },
  )
  expect(await threads()).toEqual([['one', 'two', 'three']])
})

test('an answer that arrives before its question is in one conversation with it', async () => {
  await receive(
    { id: 'b@x.example', references: '<a@x.example>', subject: 'two' },
    { id: 'a@x.example', subject: 'one' },
    { id: 'e@x.example', references: '<d@x.example>', subject: 'five' },
    { id: 'd@x.example', references: '<c@x.example>', subject: 'four' },
  )
  expect(await threads()).toEqual([
    ['two', 'one'],
    ['five', 'four'],
  ])
})

test('what an alias sends is in the conversation of what it answers, and the answer to it too', async () => {
  await receive({ id: 'a@x.example', subject: 'one' })
  const [received] = (await box.list()).data
  const send = async (subject: string, given: object) => {
    const email = { fromAddressId: address.id, to: 'bob@example.net', subject, body: 'hello', ...given }
    const response = await box.request('POST', '/emails', email)
    return response.json<{ data: { id: string } }>().data.id
  }
  const answer = await send('two', { inReplyTo: received!.id })
  const first = await send('other', {})
  await receive(
    { references: `<a@x.example> <${answer}@waypost.test>`, subject: 'three' },
    { inReplyTo: `${first}@waypost.test`, subject: 'answer' },
  )
  expect(await threads()).toEqual([
    ['one', 'two', 'three'],
    ['other', 'answer'],
  ])
  const { threadId } = await box.read(answer)
  expect((await get(`threadId=${threadId}`)).data.map(({ subject }) => subject)).toEqual([
    'three',
    'two',
    'one',
  ])
})

test('an email meets no email of another alias or another account, whatever it names', async () => {
  const second = await addAddress(service, 'ada')
  const foreign = await addAddress(service, 'eve')
  const named = { references: '<a@x.example> <b@x.example>', inReplyTo: 'b@x.example' }
  await receive(
    { id: 'a@x.example', subject: 'one' },
    { id: 'b@x.example', inReplyTo: 'a@x.example', subject: 'two' },
    { ...named, subject: 'three', to: second.address },
  )
  expect(await threads()).toEqual([['one', 'two'], ['three']])
  await mail.deliver(foreign.address, write({ ...named, subject: 'foreign' }))
  await box.listed(1, await service.key('eve'))
  const { threadId } = (await get(`address_id=${address.id}`)).data[0]!
  expect((await get(`threadId=${threadId}`)).total).toBe(2)
  expect(await get(`threadId=${threadId}`, 'eve')).toMatchObject({ data: [], total: 0 })
})

test('a mail with two thousand references is listed like any other', async () => {
  const references = Array.from({ length: 2000 }, (_, number) => `<${number}@x>`).join('\r\n ')
  await receive({ id: 'a@x.example', subject: 'one' }, { references: `${references}\r\n <a@x.example>` })
  expect(await threads()).toEqual([['one', 'hello']])
})

test('collapsed, a list has the newest matching email of each conversation, newest first, with how many it has', async () => {
  const [first, second] = ['a0000000-0000-8000-8000-000000000001', 'a0000000-0000-8000-8000-000000000002']
  await addEmail(service, address, { subject: 'one', threadId: first, isRead: true, labels: ['work'] })
  await addEmail(service, address, { subject: 'other', threadId: second })
  await addEmail(service, address, { subject: 'alone' })
  await addEmail(service, address, { subject: 'two', threadId: first })
  await addEmail(service, address, { subject: 'deleted', threadId: second, deletedAt: new Date() })
  const sent = { type: 'sent', status: 'sent', isRead: true } as const
  await addEmail(service, address, { subject: 'three', threadId: first, ...sent })
  const read = async (query: string) =>
    (await get(`collapseThreads=true&${query}`)).data.map(({ subject, thread }) => [
      subject,
      thread?.emails,
      thread?.unread,
    ])
  const [one, two, three] = [
    ['three', 3, 1],
    ['alone', 1, 1],
    ['other', 1, 1],
  ]
  expect(await read('')).toEqual([one, two, three])
  expect(await read(`address_id=${address.id}`)).toEqual([one, two, three])
  expect(await read('type=received&is_spam=false')).toEqual([['two', 3, 1], two, three])
  expect(await read('limit=1&offset=1')).toEqual([two])
  expect((await get('')).data[0]).not.toHaveProperty('thread')
  // What does not match hides nothing.
  expect(await read('search=two')).toEqual([['two', 3, 1]])
  expect(await read('search=bob')).toEqual([one, two, three])
  expect(await read('q=one')).toEqual([two, ['one', 3, 1]])
  expect(await read('label=work')).toEqual([['one', 3, 1]])
  expect(await read(`threadId=${first}`)).toEqual([one])
})

const readThreads = async (query: string) =>
  (await get(`collapseThreads=true&${query}`)).data.map(({ subject, thread }) => [subject, thread])

test('a conversation counts no spam that names it where the list has none, and spam alone in a list of spam', async () => {
  const threadId = 'a0000000-0000-8000-8000-000000000001'
  const add = (subject: string, isSpam: boolean, isRead = false) =>
    addEmail(service, address, { subject, threadId, isSpam, isRead })
  await add('one', false, true)
  await add('two', false, true)
  await add('spam', true)
  expect(await readThreads('is_spam=false')).toEqual([['two', { emails: 2, unread: 0 }]])
  expect(await readThreads('is_spam=true')).toEqual([['spam', { emails: 1, unread: 1 }]])
  expect(await readThreads('')).toEqual([['spam', { emails: 3, unread: 1 }]])
})

test('an email from before there were conversations is one by itself', async () => {
  const { id } = await addEmail(service, address)
  await addEmail(service, address)
  expect((await box.read(id)).threadId).toBe(id)
  expect((await get(`threadId=${id}`)).data.map((email) => email.id)).toEqual([id])
})
