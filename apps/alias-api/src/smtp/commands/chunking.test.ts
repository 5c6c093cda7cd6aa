import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAddress } from '../../emails/test-emails.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { startTestMail, type TestMail } from '../../testing/test-mail.ts'
import { openDialogue, type Dialogue } from '../test-dialogue.ts'
import { openMailbox } from '../test-mailbox.ts'
import { author, hello } from '../test-messages.ts'

let service: TestApp
let mail: TestMail
let dialogue: Dialogue
let box: Awaited<ReturnType<typeof openMailbox>>
const address = 'shop.k3@waypost.test'

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  mail = await startTestMail(service)
  await mail.startInboundWorker()
  box = await openMailbox(service)
  await addAddress(service, 'ada', { address })
  dialogue = await openDialogue(mail.smtpPort)
  await dialogue.send('EHLO x')
})
afterEach(async () => {
  dialogue.end()
  await mail.close()
  await service.empty()
})

const begin = async () => {
  await dialogue.send('MAIL FROM:<bob@example.net>')
  expect(await dialogue.send(`RCPT TO:<${address}>`)).toMatch(/^250 /)
}
/** Sends a chunk, which has to end in CRLF, and returns the answer. */
const chunk = (content: string, last = '') =>
  dialogue.send(`BDAT ${Buffer.byteLength(content)}${last}\r\n${content}`.slice(0, -2))
/** Sends everything at once and returns all answers up to the end of the connection. */
const converse = (content: Buffer | string) =>
  new Promise<string>((resolve, reject) => {
    let answers = ''
    const socket = connect(mail.smtpPort, '127.0.0.1')
    socket.once('data', () => socket.write(content))
    socket.on('data', (data) => {
      answers += data.toString()
    })
    socket.on('error', reject).on('close', () => resolve(answers))
  })
const rawOf = async (id: string) => (await box.download(`${id}/raw`)).toString()

describe('a message in chunks', () => {
  test('a message in chunks is received byte for byte, with dots at the beginning of lines', async () => {
    const content = `${hello}.\r\n..\r\n.`
    await begin()
    const middle = content.indexOf('\r\n.dots') + 2
    expect(await chunk(content.slice(0, middle))).toMatch(/^250 2\.0\.0 \d+ bytes received$/)
    expect(await dialogue.send('NOOP')).toMatch(/^250 /)
    expect(await dialogue.send('BDAT 0')).toMatch(/^250 /)
    expect(await chunk(`${content.slice(middle)}\r\n`)).toMatch(/^250 /)
    expect(await dialogue.send('BDAT 0 LAST')).toMatch(/^250 2\.6\.0 /)
    const [email] = await box.listed()
    expect((await rawOf(email!.id)).endsWith(`${content}\r\n`)).toBe(true)
  })

  test.each([5, 7, 64])('chunks of %i bytes that arrive together make one message', async (bytes) => {
    const content = Buffer.from(hello)
    const written: Buffer[] = []
    for (let at = 0; at < content.length; at += bytes) {
      const part = content.subarray(at, at + bytes)
      const last = at + bytes >= content.length ? ' LAST' : ''
      written.push(Buffer.from(`BDAT ${part.length}${last}\r\n`), part)
    }
    const envelope = `EHLO x\r\nMAIL FROM:<bob@example.net>\r\nRCPT TO:<${address}>\r\n`
    const answers = await converse(
      Buffer.concat([Buffer.from(envelope), ...written, Buffer.from('QUIT\r\n')]),
    )
    expect(answers).toMatch(/250 2\.6\.0 .*\r\n221 /)
    const [email] = await box.listed()
    expect((await rawOf(email!.id)).endsWith(content.toString())).toBe(true)
  })

  test('what looks like the end of DATA and another message is content', async () => {
    const smuggled = `\r\n.\r\nMAIL FROM:<eve@example.net>\r\nRCPT TO:<${address}>\r\nDATA\r\nFrom: eve@example.net\r\n\r\nx\r\n.\r\n`
    await begin()
    expect(await chunk(`${author}Subject: one\r\n\r\nx${smuggled}`, ' LAST')).toMatch(/^250 /)
    expect(await dialogue.send('NOOP')).toMatch(/^250 /)
    expect(await box.count('messages')).toBe(1)
    const [email] = await box.listed()
    expect((await rawOf(email!.id)).endsWith(smuggled)).toBe(true)
  })

  test('a large message in chunks is received byte for byte', async () => {
    const part = `${'x'.repeat(76)}\r\n`.repeat(10_000)
    await begin()
    await chunk(`${author}Subject: large\r\n\r\n`)
    for (let count = 0; count < 3; count += 1) expect(await chunk(part)).toMatch(/^250 /)
    expect(await chunk(part, ' LAST')).toMatch(/^250 2\.6\.0 /)
    const [email] = await box.listed()
    expect((await rawOf(email!.id)).endsWith(part.repeat(4))).toBe(true)
  })

  test('messages by BDAT and by DATA follow each other on a connection', async () => {
    for (const _ of [1, 2]) {
      await begin()
      expect(await chunk(hello, ' LAST')).toMatch(/^250 2\.6\.0 /)
      await begin()
      expect(await dialogue.send('DATA')).toMatch(/^354 /)
      expect(await dialogue.send(`${author}\r\nhello\r\n.`)).toMatch(/^250 2\.6\.0 /)
    }
    expect(await box.count('messages')).toBe(4)
  })
})

describe('a chunk that is refused', () => {
  test('a chunk without a recipient is read to its end, and never as commands', async () => {
    expect(await chunk('MAIL FROM:<eve@example.net>\r\n', ' LAST')).toMatch(/^503 5\.5\.1 /)
    await dialogue.send('MAIL FROM:<bob@example.net>')
    expect(await dialogue.send('RCPT TO:<nobody@waypost.test>')).toMatch(/^550 /)
    expect(await chunk('RSET\r\nQUIT\r\n')).toMatch(/^503 5\.5\.1 /)
    expect(await dialogue.send(`RCPT TO:<${address}>`)).toMatch(/^250 /)
  })

  test.each(['BDAT', 'BDAT x LAST', 'BDAT -1', 'BDAT 5 FIRST', 'BDAT 99999999999'])(
    'the connection is closed after %s, since the end of the chunk is not known',
    async (line) => {
      const answers = await converse(`EHLO x\r\n${line}\r\nNOOP\r\n`)
      expect(answers).toMatch(/501 5\.5\.4 [^\r\n]*\r\n$/)
    },
  )

  test('a message with a bare newline is refused at its last chunk, and the next one is accepted', async () => {
    await begin()
    expect(await chunk(`${author}Subject: x\n\r\n`)).toMatch(/^250 /)
    expect(await chunk('x\r\n', ' LAST')).toMatch(/^554 5\.6\.0 /)
    await begin()
    expect(await chunk(hello, ' LAST')).toMatch(/^250 2\.6\.0 /)
    expect(await box.count('messages')).toBe(1)
  })

  test('a client that sends many small chunks is disconnected', async () => {
    await begin()
    const answers = await converse(`EHLO x\r\n${'BDAT 1\r\nx'.repeat(200)}`)
    expect(answers).toMatch(/421 4\.7\.0 Too many small chunks\r\n$/)
  })
})

describe('between two chunks', () => {
  test.each(['MAIL FROM:<eve@example.net>', `RCPT TO:<${address}>`, 'DATA', 'EHLO y', 'HELO y', 'VRFY x'])(
    '%s is refused, and the message goes on',
    async (line) => {
      await begin()
      await chunk(`${author}\r\n`)
      expect(await dialogue.send(line)).toMatch(/^503 5\.5\.1 /)
      expect(await chunk('x\r\n', ' LAST')).toMatch(/^250 2\.6\.0 /)
      expect(await box.count('messages')).toBe(1)
    },
  )

  test.each([
    ['RSET', /^421 /],
    ['QUIT', /^221 /],
  ])('%s ends the connection, and nothing of the message is kept', async (line, answer) => {
    await begin()
    await chunk(`${author}\r\n${'x'.repeat(500_000)}\r\n`)
    expect(await dialogue.send(line)).toMatch(answer)
    dialogue = await openDialogue(mail.smtpPort)
    await dialogue.send('EHLO x')
    await begin()
    expect(await chunk(hello, ' LAST')).toMatch(/^250 2\.6\.0 /)
    expect(await box.count('messages')).toBe(1)
  })
})
