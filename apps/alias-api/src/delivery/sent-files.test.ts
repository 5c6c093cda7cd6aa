import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openSendingBed } from './test-sending.ts'

const files = {
  '7bit.txt': Buffer.from(`plain\r\n.\r\n..\r\nFrom here\r\n${'x'.repeat(2000)}\n`),
  '8bit.txt': Buffer.from('caf\u00e9 \u20ac\r\n'.repeat(100)),
  'latin1.txt': Buffer.from([0xe9, 0xe8, 0x80, 0x0a]),
  'binary.bin': randomBytes(300_000),
  'base64.txt': Buffer.from('aGVsbG8=\r\n'),
  empty: Buffer.alloc(0),
}
const hash = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

describe.each([true, false])('files of sent emails, stored once: %s,', (storesFilesOnce) => {
  const { bed, newEmail, send, read, rows, count } = openSendingBed({ storesFilesOnce })
  const sendFiles = async (contents: Record<string, Buffer>): Promise<string> => {
    const attachments = Object.entries(contents).map(([filename, content]) => ({
      filename,
      contentType: filename.endsWith('.txt') ? 'text/plain' : 'application/octet-stream',
      contentBase64: content.toString('base64'),
    }))
    const response = await send({ ...newEmail(), attachments })
    return response.json<{ data: { id: string } }>().data.id
  }
  const download = (emailId: string, file: string) =>
    bed.service.app.inject({ url: `/api/v1/emails/${emailId}/${file}`, headers: bed.key })
  const downloadFiles = async (emailId: string): Promise<[string | null, Buffer, string | undefined][]> => {
    const { attachments } = await read(emailId)
    return Promise.all(
      attachments.map(async ({ id, filename }) => {
        const { rawPayload, headers } = await download(emailId, `attachments/${id}`)
        return [filename, rawPayload, headers['content-length']?.toString()]
      }),
    )
  }

  test('are downloaded byte for byte, and leave in the message that can be read', async () => {
    const id = await sendFiles(files)
    const downloaded = await downloadFiles(id)
    expect(downloaded.map(([name, content, length]) => [name, hash(content), length])).toEqual(
      Object.entries(files).map(([name, content]) => [name, hash(content), String(content.length)]),
    )
    // The process that accepted it is gone; what is sent is what it stored.
    await bed.mail.startSendWorker(bed.sink.url)
    const [sunk] = await bed.sink.waitForMails(1)
    const { rawPayload: raw } = await download(id, 'raw')
    expect(sunk!.content.subarray(-raw.length).equals(raw)).toBe(true)
  })

  test('are stored in their message, and beside it where they are stored twice', async () => {
    await sendFiles({ large: randomBytes(700_000) })
    const [stored] = await rows<{ files: string; all: string; counted: string }>(`
      select sum(octet_length(attachments.content)) as files, sum(octet_length(messages.content)) as all,
        (select sum(bytes) from alias.email_counts) as counted
      from alias.messages join alias.attachments on message_id = messages.id`)
    const ratio = (Number(stored!.files) + Number(stored!.all)) / 700_000
    expect(Number(stored!.files)).toBe(storesFilesOnce ? 0 : 700_000)
    expect(ratio).toBeCloseTo(storesFilesOnce ? 1.37 : 2.37, 2)
    // The account's storage counts the message, whatever is beside it.
    expect(stored!.counted).toBe(stored!.all)
    expect(await count('blobs')).toBe(0)
  })

  test('are deleted with their email', async () => {
    await sendFiles(files)
    await bed.service.database.connectAsOwner().db.execute(sql`delete from alias.emails`)
    expect([await count('messages'), await count('attachments'), await count('blobs')]).toEqual([0, 0, 0])
  })

  test('are not found by another account', async () => {
    const id = await sendFiles({ small: Buffer.from('secret') })
    const [file] = (await read(id)).attachments
    const url = `/api/v1/emails/${id}/attachments/${file!.id}`
    const headers = await bed.service.key('bob')
    expect((await bed.service.app.inject({ url, headers })).statusCode).toBe(404)
  })
})
