import { afterEach, expect, test } from 'vitest'
import { AuthenticationError, ServerError } from './client/errors.ts'
import { signIn } from './sign-in.ts'
import {
  createTestClock,
  startScriptedService,
  type Scripted,
  type ScriptedService,
} from './testing/start-scripted-service.ts'

let service: ScriptedService
afterEach(() => service.close())

const tokens = (token: string): Scripted => ({
  status: 200,
  body: { token, refreshToken: '', expiresIn: 3600 },
})

async function open(...answers: Scripted[]) {
  service = await startScriptedService(...answers)
  const clock = createTestClock()
  const person = { email: 'ada@example.com', password: 'correct horse' }
  return { clock, signedIn: signIn({ ...person, baseUrl: `${service.url}/base`, clock }) }
}

test('a token is kept while it is valid, and renewed once before it expires', async () => {
  const { clock, signedIn } = await open(tokens('first'), tokens('second'))
  const token = await signedIn
  await clock.wait(3_200_000, undefined)
  expect([await token(), await token()]).toEqual(['first', 'first'])
  await clock.wait(100_000, undefined)
  expect(await Promise.all([token(), token(), token()])).toEqual(['second', 'second', 'second'])
  expect(service.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /base/auth/login',
    'POST /base/auth/login',
  ])
})

test('a failed renewal is repeated by the next call', async () => {
  const { clock, signedIn } = await open(tokens('first'), { status: 503 }, tokens('second'))
  const token = await signedIn
  await clock.wait(3_600_000, undefined)
  await expect(token()).rejects.toThrow(ServerError)
  expect(await token()).toBe('second')
})

test('a wrong password is an AuthenticationError that does not show it', async () => {
  const { signedIn } = await open({ status: 401, body: { statusCode: 401, message: 'Unauthorized' } })
  await expect(signedIn).rejects.toThrow(AuthenticationError)
  await expect(signedIn).rejects.toMatchObject({ message: '401 Unauthorized' })
})
