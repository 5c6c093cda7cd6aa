import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addAddress, addEmail, type Listed } from '../emails/test-emails.ts'
import { maintenanceTasks } from '../maintenance.ts'
import { doDue } from '../testing/do-due.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let service: TestApp
let address: Awaited<ReturnType<typeof addAddress>>
beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  await service.empty()
  address = await addAddress(service, 'ada')
})

const doDueTask = (name: string) => doDue(service.services.db, maintenanceTasks(service.services), name)
const add = (subject: string, fields: string, given: object = {}) =>
  addEmail(service, address, { subject, raw: `${fields}\r\nSubject: ${subject}\r\n\r\nhello`, ...given })
const threads = async () => {
  const response = await service.app.inject({ url: '/api/v1/emails', headers: await service.key('ada') })
  const { data } = response.json<Listed>()
  return [...Map.groupBy(data.toReversed(), ({ threadId }) => threadId).values()].map((emails) =>
    emails.map(({ subject }) => subject),
  )
}

test('emails from before there were conversations get theirs, received and sent, and those without any id stay alone', async () => {
  await add('one', 'Message-ID: <a@x.example>')
  await add('two', 'Message-ID: <b@x.example>\r\nIn-Reply-To:\r\n <a@x.example>', {
    type: 'sent',
    status: 'sent',
  })
  await add('three', 'Message-ID: <c@x.example>\r\nIn-Reply-To: <b@x.example>')
  await add('alone', 'From: bob@example.net')
  expect(await threads()).toEqual([['one'], ['two'], ['three'], ['alone']])
  expect(await doDueTask('fillThreads')).toBe(4)
  expect(await threads()).toEqual([['one', 'two', 'three'], ['alone']])
  expect(await doDueTask('fillThreads')).toBe(0)
})

test('an email that another process is filling is left to it', async () => {
  const { id } = await addEmail(service, address)
  await addEmail(service, address)
  await service.database.connectAsOwner().db.transaction(async (tx) => {
    await tx.execute(sql`select from alias.emails where id = ${id} for update`)
    expect(await doDueTask('fillThreads')).toBe(1)
  })
  expect(await doDueTask('fillThreads')).toBe(1)
})
