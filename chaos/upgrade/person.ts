import type { Bed } from './bed.ts'
import type { Answer, SendRequest } from './count-requests.ts'

export interface Person {
  /** Headers with a key of the automation service. */
  key: Record<string, string>
  /** Headers with a key of the alias service. */
  aliasKey: Record<string, string>
  /** Headers of a signed-in browser. */
  cookie: Record<string, string>
  refreshToken: string
}

const email = 'ada@example.com'
const password = 'correct horse battery staple'

/** Registers an account with a key of each service, and webhooks for every event of the load. */
export async function registerPerson(bed: Bed, request: SendRequest): Promise<Person> {
  const { dashboard, automation, alias } = bed.urls
  const must = async (...call: Parameters<SendRequest>): Promise<Answer> => {
    const answer = await request(...call)
    if (!answer) throw new Error(`${call[0]} ${call[1]} was not answered with the expected status`)
    return answer
  }
  const credentials = { email, password }
  await must('POST', `${dashboard}/auth/register`, { body: credentials, expect: 201 })
  await bed.unlockAccount(email)
  // The tokens from before say that the address is not confirmed.
  const { body } = await must('POST', `${dashboard}/auth/login`, { body: credentials, expect: 200 })
  const tokens = body as { token: string; refreshToken: string }
  const bearer = { authorization: `Bearer ${tokens.token}` }
  const { headers } = await must('POST', `${dashboard}/auth/sign-in`, {
    headers: { origin: dashboard },
    body: credentials,
    expect: 200,
  })
  const { body: automationKey } = await must('POST', `${automation}/api-keys`, {
    headers: bearer,
    body: { name: 'chaos', scopes: ['automation:read', 'automation:write', 'automation:execute'] },
    expect: 201,
  })
  const { body: aliasKey } = await must('POST', `${alias}/api-keys`, {
    headers: bearer,
    body: { name: 'chaos', scopes: ['emails:read', 'emails:write', 'forwarding:manage', 'webhooks:manage'] },
    expect: 201,
  })
  const aliasBearer = { authorization: `Bearer ${(aliasKey as { data: { rawKey: string } }).data.rawKey}` }
  await must('POST', `${automation}/webhooks`, {
    headers: bearer,
    body: {
      name: 'chaos',
      url: bed.sink.url,
      events: ['execution.started', 'automation.completed', 'automation.failed'],
    },
    expect: 201,
  })
  await must('POST', `${alias}/api/v1/webhooks`, {
    headers: aliasBearer,
    body: { url: bed.sink.url, events: ['email.received', 'address.created', 'address.deleted'] },
    expect: 201,
  })
  return {
    key: { 'x-api-key': (automationKey as { rawKey: string }).rawKey },
    aliasKey: aliasBearer,
    cookie: { cookie: headers.get('set-cookie')!.split(';')[0]!, origin: dashboard },
    refreshToken: tokens.refreshToken,
  }
}
