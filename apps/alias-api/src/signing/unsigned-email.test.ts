import { expect, test } from 'vitest'
import { openDkimBed } from './test-dkim-keys.ts'

const { service, addDomain, addAlias, ask, publish, look } = openDkimBed()

test('an email that would leave unsigned is refused unless that is asked for, until DNS has the key', async () => {
  const id = await addDomain()
  const alias = await addAlias(id)
  const refused = await ask(alias.id)
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      error:
        'DNS does not have the DKIM key of this domain, so the email would leave unsigned: publish the key, or set allowUnsigned',
    },
  ])
  expect((await ask(alias.id, { allowUnsigned: false })).statusCode).toBe(409)
  expect((await ask(alias.id, { allowUnsigned: true })).statusCode).toBe(202)
  await publish(id)
  await look()
  expect((await ask(alias.id)).statusCode).toBe(202)
})

test('email of test keys, which reaches nobody, is not refused for a missing key', async () => {
  const alias = await addAlias(await addDomain('test:ada'), 'ada', 'test')
  const response = await ask(alias.id, {}, await service().key('ada', { mode: 'test' }))
  expect(response.statusCode).toBe(202)
})
