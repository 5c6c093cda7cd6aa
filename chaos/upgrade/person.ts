import type { Answer, Ask } from './ask.ts'
import type { Bed } from './bed.ts'

export interface Person {
  /** Of the automation service. */
  key: Record<string, string>
  /** Of the alias service. */
  aliasKey: Record<string, string>
  /** Of a browser that is signed in. */
  cookie: Record<string, string>
  refreshToken: string
}

const email = 'ada@example.com'
const password = 'correct horse battery staple'

/** Somebody with an account, a key of each service, and webhooks for all that will happen. */
export async function registerPerson(bed: Bed, ask: Ask): Promise<Person> {
  const { dashboard, automation, alias } = bed.urls
  const must = async (...question: Parameters<Ask>): Promise<Answer> => {
    const answer = await ask(...question)
    if (!answer) throw new Error(`${question[0]} ${question[1]} was not answered as it should be`)
    return answer
  }
  const credentials = { email, password }
  const registered = await must('POST', `${dashboard}/auth/register`, { body: credentials, expect: 201 })
  const tokens = registered.body as { token: string; refreshToken: string }
  await bed.openEverything(email)
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
