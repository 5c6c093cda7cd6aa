import { noIds } from '../threads/message-ids.ts'
import type { Authenticity } from '../authenticity/authenticity.ts'
import type { Spam } from './spam.ts'
import { createSpamFilter, type SpamFilterOptions } from './create-spam-filter.ts'

/** For tests: of a message whose author's domain has no policy. */
export const unprotected: Authenticity = {
  verdict: 'unprotected',
  spf: { result: 'none', domain: 'bob.dev' },
  dkim: [],
  dmarc: { result: 'none', domain: 'bob.dev', policy: null },
  arc: { result: 'none' },
  header: 'none',
}
/** For tests: of a message that its author's domain asks to reject. */
export const forged: Authenticity = {
  ...unprotected,
  verdict: 'forged',
  dmarc: { result: 'fail', domain: 'bob.dev', policy: 'reject' },
}
const content = Buffer.from('From: bob@bob.dev\r\nSubject: hello\r\n\r\nhello\r\n')
const message = {
  id: '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44',
  content,
  size: content.length,
  mailFrom: 'bob@bob.dev',
  clientIp: '192.0.2.99',
  clientName: 'mail.bob.dev',
  createdAt: new Date(),
  restId: null,
  bodyHash: null,
  dsn: null,
}
const parsed = {
  ids: noIds,
  from: 'bob@bob.dev',
  fromName: '',
  subject: 'hello',
  text: 'hello',
  html: '',
  isTruncated: false,
  attachments: [],
}

interface Given {
  about?: Partial<typeof message>
  from?: string
  authentication?: Authenticity
}

/** For tests: a filter, by which one message after the other is judged. */
export function openTestFilter(options: SpamFilterOptions) {
  const judgeSpam = createSpamFilter(options)
  return ({ about, from = parsed.from, authentication = unprotected }: Given = {}) =>
    judgeSpam({ ...message, ...about }, Promise.resolve([{ ...parsed, from }, authentication]))
}

/** For tests: the rules that speak against a message. */
export const rulesOf = async (judging: Promise<Spam>): Promise<string[]> =>
  (await judging).reasons.map(({ rule }) => rule)
