import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addAddress } from '../../emails/test-emails.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { startTestMail, type TestMail } from '../../testing/test-mail.ts'
import { openMailbox } from '../test-mailbox.ts'
import { author } from '../test-messages.ts'

let service: TestApp
let mail: TestMail
let box: Awaited<ReturnType<typeof openMailbox>>
const address = 'shop.k3@waypost.test'

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  mail = await startTestMail(service)
  box = await openMailbox(service)
  await addAddress(service, 'ada', { address })
})
afterEach(async () => {
  await mail.close()
  await service.empty()
})

const envelope = `EHLO x\r\nMAIL FROM:<bob@example.net>\r\nRCPT TO:<${address}>\r\n`
const message = `${author}Subject: x\r\n\r\nhello\r\n`

/** Sends everything, closes the client's side, and returns what the server answers until it closes its own. */
const sendAndClose = async (socket: Socket, content: string) => {
  let answers = ''
  socket.on('data', (data) => {
    answers += data.toString()
  })
  socket.end(content)
  await once(socket, 'close')
  return answers
}
const open = async () => {
  const socket = connect({ port: mail.smtpPort, host: '127.0.0.1', allowHalfOpen: true })
  await once(socket, 'data')
  return socket
}

test.each([
  ['by DATA', `DATA\r\n${message}.\r\nQUIT\r\n`, /250 2\.6\.0 .*\r\n221 .*\r\n$/],
  ['in chunks', `BDAT ${message.length} LAST\r\n${message}QUIT\r\n`, /250 2\.6\.0 .*\r\n221 .*\r\n$/],
  ['without QUIT', `DATA\r\n${message}.\r\n`, /250 2\.6\.0 .*\r\n$/],
])(
  'a client that closes its side with the end of its message gets the answer: %s',
  async (_how, rest, end) => {
    expect(await sendAndClose(await open(), envelope + rest)).toMatch(end)
    expect(await box.count('messages')).toBe(1)
  },
)

test.each([
  ['before its first command', ''],
  ['after a command', 'EHLO x\r\n'],
  ['in the middle of a message', `${envelope}DATA\r\n${message}`],
  ['in the middle of a chunk', `${envelope}BDAT 1000 LAST\r\n${message}`],
  ['between two chunks', `${envelope}BDAT ${message.length}\r\n${message}`],
])('a client that closes its side %s is disconnected, and nothing is kept', async (_when, content) => {
  expect(await sendAndClose(await open(), content)).not.toMatch(/^250 2\.6\.0/m)
  expect(await box.count('messages')).toBe(0)
})
