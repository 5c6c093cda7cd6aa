import { sql } from 'drizzle-orm'
import { StorageError } from '@waypost/storage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test-app.ts'
import { createAutomation } from '../create-automation.ts'
import { updateAutomation } from '../update-automation.ts'
import { listed, upload } from './test-uploads.ts'

const ada = { ownerId: 'ada', keyId: null, ip: '127.0.0.1' }
const refuse = () => Promise.reject(new StorageError('gone'))

let service: TestApp
beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())

test('while the storage fails, changes of uploads are refused without effect, and reads of their contents as unavailable', async () => {
  const broken = { ...service.services, storage: { put: refuse, open: refuse, discard: refuse } }
  const unavailable = { code: 'unavailable', message: 'Uploads cannot be read or kept at the moment' }
  await expect(createAutomation(broken, ada, { name: 'one', actions: [upload()] })).rejects.toMatchObject(
    unavailable,
  )
  const { id } = await createAutomation(service.services, ada, { name: 'one', actions: [upload()] })
  const change = { actions: [upload('AAAA')] }
  await expect(updateAutomation(broken, ada, id, change)).rejects.toMatchObject(unavailable)
  const headers = await service.key('ada', 'automation:read')
  await service.database
    .connectAsOwner()
    .db.execute(sql`update automation.blob_pieces set content = '' where number = 1`)
  const response = await service.app.inject({ url: `/api/v1/automations/${id}`, headers })
  expect(response.statusCode).toBe(503)
  expect(response.json()).toMatchObject({ message: unavailable.message })
  const list = await service.app.inject({ url: '/api/v1/automations', headers })
  expect(list.json()).toMatchObject([{ id, version: 1, actions: [{ file: listed }] }])
})
