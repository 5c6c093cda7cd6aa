import { describe, expect, test } from 'vitest'
import { addMailbox } from '../forwarding-addresses/test-mailboxes.ts'
import { nameOf, splitMessage } from '../signing/split-message.ts'
import { openForwardingBed, testMessage } from './test-forwarding.ts'

const { bed, publish, addRule, receive, forward, read } = openForwardingBed(async ({ mail, sink }) => {
  await mail.startInboundWorker()
  await mail.startSendWorker(sink.url)
})

const setRule = async (payload: object) => {
  const { app, person } = bed.service
  const url = `/api/v1/addresses/${bed.address.id}/forwarding`
  const response = await app.inject({ method: 'PATCH', url, headers: await person('ada'), payload })
  expect(response.statusCode).toBe(200)
  return response.json<{ data: object }>().data
}
const addMine = async () => {
  const { forwardToId } = await addMailbox(bed.service, 'ada', { email: 'me@example.net' })
  return forwardToId
}
const setMailRule = async (forwardToId: string) => {
  const { app, person } = bed.service
  const url = `/api/v1/addresses/${bed.address.id}/rules`
  const payload = { rules: [{ action: 'forward', forwardToId }] }
  const { statusCode } = await app.inject({ method: 'PUT', url, headers: await person('ada'), payload })
  expect(statusCode).toBe(200)
}
const fieldsOf = (content: Buffer, name: string): string[] =>
  splitMessage(content).fields.filter((field) => nameOf(field) === name)
const withholds = async (id: string) => {
  expect(await forward(id)).toBe('forged')
  expect((await read(id)).forwarding).toMatchObject({
    status: 'withheld',
    reason: 'The message fails DMARC.',
  })
}

describe('a forwarding rule', () => {
  test('forwards what fails DMARC under p=none, with a mark in its name and subject, and not in the author’s name', async () => {
    publish({ policy: 'none', spf: '-all' })
    await addRule()
    const id = await receive(await testMessage({ subject: 'Gr\u00fc\u00dfe' }))
    expect(await forward(id)).toBe('forwarded')
    const [mail] = await bed.sink.waitForMails(1)
    const { content } = mail!
    expect(fieldsOf(content, 'subject')).toEqual([
      expect.stringMatching(/^Subject: \[Unverified sender\]\r\n =\?UTF-8\?/),
    ])
    const [from, ...others] = fieldsOf(content, 'from')
    expect(others).toEqual([])
    expect(from).toMatch(/<reply-[a-z2-7]{24}@waypost\.test>$/)
    const encoded = [...from!.matchAll(/=\?UTF-8\?B\?([^?]*)\?=/g)].map(([, word]) =>
      Buffer.from(word!, 'base64'),
    )
    expect(Buffer.concat(encoded).toString()).toBe('Bob B\u00f6hm (unverified) via Waypost')
    expect(fieldsOf(content, 'x-original-from')).toHaveLength(1)
    expect(fieldsOf(content, 'x-original-subject')).toHaveLength(1)
    const seen = await read(id)
    expect([seen.authentication!.verdict, seen.forwarding!.to]).toEqual(['forged', 'me@example.net'])
  })

  test('leaves mail that passes DMARC unmarked', async () => {
    publish({ policy: 'none' })
    await addRule()
    const content = await testMessage({ isSigned: true })
    await forward(await receive(content))
    const [mail] = await bed.sink.waitForMails(1)
    expect(mail!.content.toString().endsWith(content.toString())).toBe(true)
  })

  test('marks a message without a subject, too', async () => {
    publish({ policy: 'none', spf: '-all' })
    await addRule()
    await forward(await receive(Buffer.from('From: bob@bob.dev\r\n\r\nhello\r\n')))
    const [mail] = await bed.sink.waitForMails(1)
    expect(fieldsOf(mail!.content, 'subject')).toEqual(['Subject: [Unverified sender]'])
  })

  test.each(['quarantine', 'reject'])('withholds what fails DMARC under p=%s', async (policy) => {
    publish({ policy, spf: '-all' })
    await addRule()
    await withholds(await receive(await testMessage()))
  })

  test('withholds mail without an author, which has no policy', async () => {
    await addRule()
    await withholds(await receive(Buffer.from('From: undisclosed\r\nSubject: who\r\n\r\nme\r\n')))
  })

  test('withholds spam under p=none all the same', async () => {
    publish({ policy: 'none', spf: '-all' })
    await addRule()
    const id = await receive(await testMessage())
    const { app, person } = bed.service
    const headers = await person('ada')
    await app.inject({ method: 'PATCH', url: `/api/v1/emails/${id}`, headers, payload: { isSpam: true } })
    expect(await forward(id)).toBe('spam')
  })

  test('withholds such mail where its owner wants that, and forwards it again otherwise', async () => {
    publish({ policy: 'none', spf: '-all' })
    await addRule()
    expect(await setRule({ forwardsUnverified: false })).toMatchObject({ forwardsUnverified: false })
    expect(await setRule({ removesTrackers: true })).toMatchObject({ forwardsUnverified: false })
    await withholds(await receive(await testMessage()))
    expect(await setRule({ forwardsUnverified: true })).not.toHaveProperty('forwardsUnverified')
    expect(await forward(await receive(await testMessage({ subject: 'Invoice 8' })))).toBe('forwarded')
  })

  test('forwards such mail, made by the API', async () => {
    publish({ policy: 'none', spf: '-all' })
    const forwardToId = await addMine()
    expect(await setRule({ forwardToId })).not.toHaveProperty('forwardsUnverified')
    expect(await forward(await receive(await testMessage()))).toBe('forwarded')
  })
})

describe('a mail rule', () => {
  test('forwards such mail of an alias that has no forwarding rule', async () => {
    publish({ policy: 'none', spf: '-all' })
    const forwardingAddressId = await addMine()
    await setMailRule(forwardingAddressId)
    const id = await receive(await testMessage())
    expect(await forward(id, undefined, undefined, { forwardingAddressId })).toBe('forwarded')
  })

  test('withholds it where the forwarding rule of its alias says so, though that forwards nothing', async () => {
    publish({ policy: 'none', spf: '-all' })
    const forwardingAddressId = await addMine()
    await setMailRule(forwardingAddressId)
    await setRule({ forwardToId: null, forwardsUnverified: false })
    const id = await receive(await testMessage())
    expect(await forward(id, undefined, undefined, { forwardingAddressId })).toBe('forged')
  })
})
