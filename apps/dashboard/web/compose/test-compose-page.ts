import { screen } from '@testing-library/react'
import { beforeEach } from 'vitest'
import { account, address, email } from '../testing/samples.ts'
import { answer, ok } from '../testing/services.ts'

/** An email of which a part is written. */
export const draft = {
  fromAddressId: 'address',
  fromName: '',
  to: 'bob@example.com',
  cc: '',
  bcc: '',
  subject: 'Hello',
  html: 'half of',
}

export const addresses = (...given: object[]) =>
  ok({ data: { addresses: given, total: given.length, limit: 100, offset: 0 } })

export const answered = {
  ...email({ id: 'answered', from: 'bob@example.com', fromName: 'Bob', bodyText: 'Tea?\n\n> Milk?\n' }),
  bodyHtml: '<p onclick="alert(1)">Tea?</p>',
  attachments: [],
}
/** The editor of the email. */
export const text = () => screen.findByRole('textbox', { name: 'Text' })

/** For tests: what the page for a new email asks for, for an account with one alias. */
export function answerComposePage(): void {
  beforeEach(() =>
    answer({
      'GET /alias/api/v1/account': ok({ data: account }),
      'GET /alias/api/v1/addresses': addresses(address()),
      'GET /alias/api/v1/domains': ok({ data: [] }),
    }),
  )
}
