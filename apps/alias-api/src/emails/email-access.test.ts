import { newId } from '@waypost/postgres'
import { describe, expect, test } from 'vitest'
import { addEmail, openEmailBed } from './test-emails.ts'

const { bed, read } = openEmailBed()
const requests = (id: string) =>
  [
    ['GET', '/api/v1/emails', 'emails:read'],
    ['GET', `/api/v1/emails/${id}`, 'emails:read'],
    ['GET', `/api/v1/emails/${id}/raw`, 'emails:read'],
    ['GET', `/api/v1/emails/${id}/remote-image?url=https://a.example/b.png`, 'emails:read'],
    ['GET', `/api/v1/emails/${id}/attachments/${id}`, 'emails:read'],
    ['PATCH', `/api/v1/emails/${id}`, 'emails:write'],
    ['DELETE', `/api/v1/emails/${id}`, 'emails:write'],
    ['POST', `/api/v1/emails/${id}/restore`, 'emails:write'],
  ] as const

describe('access to emails', () => {
  test('emails require a key with the right scope', async () => {
    for (const [method, url, scope] of requests(newId())) {
      expect((await bed.service.app.inject({ method, url })).statusCode).toBe(401)
      const other = scope === 'emails:read' ? 'emails:write' : 'emails:read'
      const headers = await bed.service.key(bed.account, { scopes: [other] })
      const response = await bed.service.app.inject({ method, url, headers })
      expect(response.statusCode).toBe(403)
      expect(response.json()).toEqual({ error: `Insufficient permissions. Required scopes: ${scope}` })
    }
  })

  test('an email of another owner or mode, an unknown id and an invalid id are all the same 404', async () => {
    const { id } = await addEmail(bed.service, bed.address)
    const strangers = [
      await bed.service.person('mallory'),
      await bed.service.key(bed.account, { mode: 'test' }),
    ]
    const asked = [
      ...strangers.flatMap((headers) => requests(id).map((request) => [headers, request] as const)),
      ...[newId(), 'none'].flatMap((unknown) =>
        requests(unknown).map((request) => [bed.key, request] as const),
      ),
    ]
    for (const [headers, [method, url]] of asked) {
      if (url === '/api/v1/emails') continue
      const response = await bed.service.app.inject({
        method,
        url,
        headers,
        ...(method === 'PATCH' && { payload: { isRead: true } }),
      })
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({ error: 'Email not found' })
    }
    expect(await read(id)).toMatchObject({ isRead: false })
  })
})
