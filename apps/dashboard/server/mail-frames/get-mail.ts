import { DomainError } from '@waypost/http'
import { askService, type Asker } from '../upstreams/ask-service.ts'
import { UpstreamError } from '../upstreams/upstream-error.ts'
import { alias } from '../upstreams/upstream.ts'
import { mail, type Mail } from './mail.ts'

/** @throws DomainError if the account has no such email */
export async function getMail(asker: Asker, id: string): Promise<Mail> {
  const path = `/api/v1/emails/${id}`
  const answer = await askService(asker, alias, { path, credential: 'token' }, { method: 'GET', headers: {} })
  if (answer.statusCode !== 200) {
    await answer.body.dump()
    if (answer.statusCode === 404) throw new DomainError('not_found', 'Email not found')
    if (answer.statusCode === 429) throw new DomainError('rate_limited', 'Rate limit exceeded')
    throw new UpstreamError(502, `${alias.title} did not answer with the email (${answer.statusCode})`)
  }
  const { data } = (await answer.body.json()) as { data: unknown }
  return mail.parse(data)
}
