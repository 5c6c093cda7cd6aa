import { describe, expect, test } from 'vitest'
import { addAttachment, addEmail, openEmailBed } from '../emails/test-emails.ts'

const { bed, get } = openEmailBed()

describe('files of an email', () => {
  test('the raw message is served byte for byte', async () => {
    const raw = 'Subject: =?utf-8?q?=C3=A4?=\r\n\r\n\xff\x00\r\n'
    const { id } = await addEmail(bed.service, bed.address, { raw })
    const response = await get(`/api/v1/emails/${id}/raw`)
    expect(response.headers['content-type']).toBe('message/rfc822')
    expect(response.rawPayload).toEqual(Buffer.from(raw))
  })

  test('an attachment is served as a download, whatever its declared type', async () => {
    const { id, messageId } = await addEmail(bed.service, bed.address, { hasAttachments: true })
    const content = Buffer.from('<script>alert(1)</script>')
    const attached = await addAttachment(bed.service, messageId, {
      filename: `a"b\u00e4'.html`,
      contentType: 'text/html\r\nx: y',
      content,
    })
    const response = await get(`/api/v1/emails/${id}/attachments/${attached.id}`)
    expect(response.rawPayload).toEqual(content)
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''a%22b%C3%A4%27.html",
      'x-content-type-options': 'nosniff',
    })
  })

  test('an attachment of another email is a 404', async () => {
    const { id } = await addEmail(bed.service, bed.address)
    const other = await addEmail(bed.service, bed.address, { hasAttachments: true })
    const attached = await addAttachment(bed.service, other.messageId)
    const response = await get(`/api/v1/emails/${id}/attachments/${attached.id}`)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ error: 'Attachment not found' })
  })
})
