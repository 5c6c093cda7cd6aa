import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import { composeWithFiles, type NewAttachment } from './compose-message.ts'

const message = {
  from: 'ada@waypost.test',
  to: 'bob@example.net',
  subject: 'files',
  text: 'hello',
  html: '<img src="cid:logo@waypost.test">',
  messageId: 'one@waypost.test',
  date: new Date(0),
}
const attach = (content: NewAttachment['content'], more: Partial<NewAttachment> = {}): NewAttachment => ({
  filename: 'a',
  contentType: 'application/octet-stream',
  contentDisposition: 'attachment',
  content,
  ...more,
})
async function* inChunks(content: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < content.length; start += 1001) yield content.subarray(start, start + 1001)
}

/** As nodemailer composes it by itself, with its boundaries by their order. */
const withoutBoundaries = (content: Buffer): string => {
  const text = content.toString('latin1')
  const boundaries = [...new Set(text.match(/--_NmP-[\w-]+-Part_\d+/g))]
  return boundaries.reduce((named, boundary, index) => named.replaceAll(boundary.slice(2), `b${index}`), text)
}

describe('a message with files', () => {
  const sizes = [0, 1, 2, 3, 56, 57, 58, 114, 57 * 1024, 57 * 1024 + 1, 200_000]
  test.each([
    ['of one size after the other', sizes.map((size) => attach(randomBytes(size)))],
    ['of text', [attach(Buffer.from('caf\u00e9\r\n.\r\nFrom x\r\n'), { contentType: 'text/plain' })]],
    [
      'within its text and after it',
      [
        attach(randomBytes(100)),
        attach(randomBytes(70), {
          contentType: 'image/png',
          contentDisposition: 'inline',
          cid: 'logo@waypost.test',
        }),
      ],
    ],
  ])('%s is composed as in memory, and each file is in its place', async (_what, attachments) => {
    const streamed = attachments.map((each) => ({ ...each, content: inChunks(each.content as Buffer) }))
    const { content, places } = await composeWithFiles({ ...message, attachments: streamed })
    const composed = await buffer(content)
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const { message: expected } = await composer.sendMail({
      ...message,
      messageId: `<${message.messageId}>`,
      xMailer: false,
      attachments: attachments.map((each) => ({ ...each, content: each.content as Buffer })),
    })
    expect(withoutBoundaries(composed)).toBe(withoutBoundaries(expected as Buffer))
    const read = places.map(({ messageOffset, messageBytes }) =>
      Buffer.from(composed.toString('latin1', messageOffset, messageOffset + messageBytes), 'base64'),
    )
    expect(read).toEqual(attachments.map((each) => each.content))
  })

  test('of which one is a message has no places of them, since that is not in base64', async () => {
    const file = Buffer.from('Subject: x\r\n\r\nhello\r\n')
    const attachments = [attach(randomBytes(9)), attach(file, { contentType: 'message/rfc822' })]
    const { content, places } = await composeWithFiles({ ...message, attachments })
    expect((await buffer(content)).toString('latin1')).toContain(`\r\n\r\n${file.toString()}`)
    expect(places).toEqual([])
  })
})
