import type { Readable } from 'node:stream'
import { DomainError } from '@waypost/http'
import { askService, type Asker } from '../upstreams/ask-service.ts'
import { UpstreamError } from '../upstreams/upstream-error.ts'
import { alias } from '../upstreams/upstream.ts'
import { getMail } from './get-mail.ts'
import { shownType } from './shown-type.ts'

/** @throws DomainError if the account has no such attachment, or a browser may not show it */
export async function getShownAttachment(
  asker: Asker,
  id: string,
  attachmentId: string,
): Promise<{ type: string; content: Readable }> {
  const { attachments } = await getMail(asker, id)
  const found = attachments.find((each) => each.id === attachmentId)
  const type = found && shownType(found.contentType)
  if (type === undefined) throw new DomainError('not_found', 'Attachment not found')
  const path = `/api/v1/emails/${id}/attachments/${attachmentId}`
  const answer = await askService(asker, alias, { path, credential: 'token' }, { method: 'GET', headers: {} })
  if (answer.statusCode === 200) return { type, content: answer.body }
  await answer.body.dump()
  throw new UpstreamError(502, `${alias.title} did not answer with the attachment (${answer.statusCode})`)
}
