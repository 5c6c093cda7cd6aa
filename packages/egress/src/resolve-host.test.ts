import { expect, test } from 'vitest'
import { resolveHost } from './resolve-host.ts'

test('localhost and its subdomains resolve to loopback without DNS', async () => {
  const loopback = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]
  expect(await resolveHost('localhost')).toEqual(loopback)
  expect(await resolveHost('app.localhost')).toEqual(loopback)
})

test('names without an address, and resolvers that do not answer, reject with a code', async () => {
  await expect(resolveHost('no-such-host.invalid')).rejects.toMatchObject({
    code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) as string,
  })
})
