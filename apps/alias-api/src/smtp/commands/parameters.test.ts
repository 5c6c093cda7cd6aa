import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addAddress } from '../../emails/test-emails.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { startTestMail, type TestMail } from '../../testing/test-mail.ts'
import { openDialogue, type Dialogue } from '../test-dialogue.ts'
import { author } from '../test-messages.ts'

let service: TestApp
let mail: TestMail
let dialogue: Dialogue

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  mail = await startTestMail(service)
  await addAddress(service, 'ada', { address: 'shop.k3@waypost.test' })
  dialogue = await openDialogue(mail.smtpPort)
  await dialogue.send('EHLO x')
})
afterEach(async () => {
  dialogue.end()
  await mail.close()
  await service.empty()
})

/** The answer to a MAIL command; the transaction is ended. */
const mailFrom = async (rest: string): Promise<string> => {
  const answer = await dialogue.send(`MAIL FROM:${rest}`)
  await dialogue.send('RSET')
  return answer
}

test('the answer to EHLO announces every extension whose parameters and answers the server has', async () => {
  const answer = await dialogue.sendForAll('EHLO x')
  const announced = answer.trimEnd().split('\r\n').slice(1)
  expect(announced.map((line) => line.slice('250-'.length)).toSorted()).toEqual([
    '8BITMIME',
    'CHUNKING',
    'DSN',
    'ENHANCEDSTATUSCODES',
    'PIPELINING',
    `SIZE ${36 * 1024 * 1024}`,
    'SMTPUTF8',
  ])
})

test('every answer has one enhanced status code, except those to EHLO and DATA', async () => {
  expect(await dialogue.send('EHLO x')).toMatch(/^250 SIZE /)
  const answers = [
    ['MAIL FROM:<bob@example.net>', /^250 2\.1\.0 [A-Z]/],
    ['RCPT TO:<nobody@waypost.test>', /^550 5\.1\.1 [A-Z]/],
    ['RCPT TO:<shop.k3@waypost.test>', /^250 2\.1\.5 [A-Z]/],
    ['NONSENSE', /^500 5\.5\.2 [A-Z]/],
    ['DATA', /^354 [A-Z]/],
    [`${author}\r\nhello\r\n.`, /^250 2\.6\.0 [A-Z]/],
  ] as const
  for (const [line, answer] of answers) expect(await dialogue.send(line)).toMatch(answer)
})

test('the parameters of the extensions that are offered are accepted, and any other refused with 555', async () => {
  expect(await mailFrom('<bob@example.net> SIZE=100 BODY=8BITMIME SMTPUTF8')).toMatch(/^250 /)
  for (const parameter of ['FOO=bar', 'NOTIFY=NEVER', 'AUTH=<>', 'HOLDFOR=9', 'REQUIRETLS=1'])
    expect(await mailFrom(`<bob@example.net> ${parameter}`)).toMatch(/^5\d\d 5\./)
  expect(await mailFrom('<bob@example.net> FOO=bar')).toMatch(/^555 5\.5\.4 Unknown parameter FOO$/)
  await dialogue.send('MAIL FROM:<bob@example.net>')
  expect(await dialogue.send('RCPT TO:<shop.k3@waypost.test> RET=FULL')).toMatch(/^555 5\.5\.4 /)
})

test('what a client says of delivery status notifications is accepted as RFC 3461 has it, and refused with 501 otherwise', async () => {
  const greeting = await openDialogue(mail.smtpPort)
  expect(await greeting.sendForAll('EHLO x')).toContain('250-DSN')
  greeting.end()
  for (const value of ['RET=FULL', 'ret=hdrs ENVID=QQ+2B314159', `ENVID=${'x'.repeat(100)}`])
    expect([value, await mailFrom(`<bob@example.net> ${value}`)]).toEqual([
      value,
      expect.stringMatching(/^250 /),
    ])
  for (const value of [
    'RET=ALL',
    'RET',
    'RET=FULL RET=FULL',
    'ENVID',
    'ENVID=a+0D+0Ab',
    'ENVID=é',
    `ENVID=${'x'.repeat(101)}`,
    `ENVID=${'+2B'.repeat(34)}`,
  ])
    expect([value, await mailFrom(`<bob@example.net> ${value}`)]).toEqual([
      value,
      expect.stringMatching(/^501 5\./),
    ])
  await dialogue.send('MAIL FROM:<bob@example.net>')
  const to = (rest: string) => dialogue.send(`RCPT TO:<shop.k3@waypost.test> ${rest}`)
  for (const value of [
    'NOTIFY=NEVER',
    'NOTIFY=success,Failure,DELAY',
    'ORCPT=rfc822;ada+2Bshop@example.org',
    'NOTIFY=SUCCESS ORCPT=rfc822;x',
    'ORCPT=x400;x',
  ])
    expect([value, await to(value)]).toEqual([value, expect.stringMatching(/^250 /)])
  for (const value of [
    'NOTIFY',
    'NOTIFY=',
    'NOTIFY=NEVER,SUCCESS',
    'NOTIFY=ALWAYS',
    'ORCPT=rfc822',
    'ORCPT=;x',
    `ORCPT=rfc822;${'+2B'.repeat(165)}`,
    `ORCPT=rfc822;${'x'.repeat(500)}`,
    'NOTIFY=NEVER NOTIFY=NEVER',
  ])
    expect([value, await to(value)]).toEqual([value, expect.stringMatching(/^501 5\./)])
})

test('an address outside ASCII needs SMTPUTF8, and one in A-labels does not', async () => {
  for (const path of ['<jürgen@example.net>', '<bob@müller.example>'])
    expect([await mailFrom(path), await mailFrom(`${path} SMTPUTF8`)]).toEqual([
      expect.stringMatching(/^553 5\.6\.7 /),
      expect.stringMatching(/^250 /),
    ])
  expect(await mailFrom('<bob@xn--mller-kva.example>')).toMatch(/^250 /)
  await dialogue.send('MAIL FROM:<bob@example.net>')
  expect(await dialogue.send('RCPT TO:<jürgen@waypost.test>')).toMatch(/^553 5\.6\.7 /)
  await dialogue.send('RSET')
  await dialogue.send('MAIL FROM:<bob@example.net> SMTPUTF8')
  expect(await dialogue.send('RCPT TO:<jürgen@waypost.test>')).toMatch(/^550 5\.1\.1 /)
})

test('a sender with a quoted local part is accepted', async () => {
  for (const path of [
    '<"john doe"@example.net>',
    '<"a@b"@example.net> SIZE=5',
    String.raw`<"a\"b"@example.net>`,
  ])
    expect([path, await mailFrom(path)]).toEqual([path, expect.stringMatching(/^250 /)])
  for (const path of ['<"john@example.net>', '<"a"b@example.net>', '<"a\x01"@example.net>', '<"a">'])
    expect([path, await mailFrom(path)]).toEqual([path, expect.stringMatching(/^501 /)])
})

test('an alias is recognised in quotes, which change nothing', async () => {
  await dialogue.send('MAIL FROM:<bob@example.net>')
  for (const path of [
    '<"shop.k3"@waypost.test>',
    '<"SHOP.k3"@WAYPOST.test>',
    String.raw`<"sh\op.k3"@waypost.test>`,
  ])
    expect([path, await dialogue.send(`RCPT TO:${path}`)]).toEqual([path, expect.stringMatching(/^250 /)])
  expect(await dialogue.send('RCPT TO:<"shop k3"@waypost.test>')).toMatch(/^550 5\.1\.1 /)
})
