import { afterAll, beforeAll, expect, test } from 'vitest'
import { openForwardingBed } from '../src/forwarding/test-forwarding.ts'
import { createSpamFilter, type SpamOutcome } from '../src/spam/create-spam-filter.ts'
import { startRspamd, type Rspamd } from './start-rspamd.ts'

// What every filter takes for spam, so that it can be tested (https://spamassassin.apache.org/gtube/).
const gtube = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X'

let rspamd: Rspamd
const outcomes: SpamOutcome[] = []

beforeAll(async () => {
  rspamd = await startRspamd()
})
afterAll(() => rspamd.close())

const { bed, addRule, receive, forward, read } = openForwardingBed(async ({ mail }) => {
  const { db, storage } = mail.services
  const judgeSpam = createSpamFilter({
    rspamd: { url: rspamd.url, timeoutMs: 20_000, db, storage },
    onOutcome: (outcome) => void outcomes.push(outcome),
  })
  await mail.startInboundWorker({}, judgeSpam)
})

const content = (body: string, author = 'Bob <bob@bob.dev>') =>
  Buffer.from(
    [
      `From: ${author}`,
      `To: ${bed.address.address}`,
      `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
      'Message-ID: <1@bob.dev>',
      'Subject: hello',
      '',
      body,
      '',
    ].join('\r\n'),
  )

test('mail that rspamd rejects is spam by its reasons, and not forwarded', async () => {
  await addRule()
  const id = await receive(content(gtube))
  expect(await read(id)).toMatchObject({
    isSpam: true,
    spam: { verdict: 'spam', score: 15, reasons: [{ rule: 'GTUBE' }] },
  })
  expect(await forward(id)).toBe('spam')
})

test('other mail has the score of rspamd, which knows its envelope, and is forwarded', async () => {
  await addRule()
  bed.dns.set('ada.dev', {})
  const id = await receive(content('hello', 'Ada <ada@ada.dev>'))
  const { spam, isSpam } = await read(id)
  expect(isSpam).toBeUndefined()
  const scores = Object.fromEntries(spam!.reasons.map(({ rule, score }) => [rule, score]))
  expect(scores).toMatchObject({ FROM_NEQ_ENVFROM: 1.5, TO_MATCH_ENVRCPT_ALL: 0.5 })
  expect(await rspamd.log()).toMatch(/qid: <[-0-9a-f]{36}>, ip: 127\.0\.0\.1, from: <bob@bob\.dev>/)
  expect(await forward(id)).toBe('forwarded')
})

test('a message too large for its row is judged by rspamd as a whole', async () => {
  const file = `Content-Type: a/b\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(6000)}`
  const parts = [file, `Content-Type: text/plain\r\n\r\n${gtube}`].map((part) => `--b\r\n${part}\r\n`)
  const head = `From: bob@bob.dev\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n`
  const id = await receive(Buffer.from(`${head}${parts.join('')}--b--\r\n`))
  expect(await read(id)).toMatchObject({ isSpam: true, spam: { reasons: [{ rule: 'GTUBE' }] } })
  expect(outcomes).not.toContain('rspamd_failed')
})
