import type { AliasApi } from '@waypost/sdk'
import { beforeEach } from 'vitest'
import { account, at } from '../testing/samples.ts'
import { answer, ok } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

export const email: AliasApi.EmailDetail = {
  id: 'mail',
  addressId: 'shop',
  threadId: 'mail',
  type: 'received',
  from: 'no-reply@shop.example',
  fromName: 'The shop',
  to: 'shop@waypost.test',
  subject: 'Sign in',
  bodyText: 'Your code is 482913.',
  bodyHtml: '',
  isRead: true,
  isStarred: false,
  receivedAt: at,
  attachments: [],
}

/** For tests: opens the page of {@link email}, changed as given. */
export function show(given: Partial<AliasApi.EmailDetail>): void {
  answer({ 'GET /alias/api/v1/emails/:id': ok({ data: { ...email, ...given } }) })
  showPage('/mailbox/mail')
}

/** The emails of a conversation. */
export const thread = (...data: object[]) => ok({ data, total: data.length, limit: 100, offset: 0 })

/** For tests: what the page of an email asks for beside it, for one that is its whole conversation. */
export function answerEmailPage(): void {
  beforeEach(() =>
    answer({
      'GET /alias/api/v1/account': ok({ data: account }),
      'GET /alias/api/v1/emails': thread(),
    }),
  )
}
