import type { AliasApi } from '@waypost/sdk'
import { beforeEach } from 'vitest'
import { account, at } from '../testing/samples.ts'
import { answer, ok } from '../testing/services.ts'

export const list = 'GET /alias/api/v1/domains'
export const domain: AliasApi.Domain = {
  id: 'domain',
  domain: 'mail.ada.example',
  status: 'pending',
  createdAt: at,
}

/** For tests: what the page of domains asks for, for an account that has none. */
export function answerDomainsPage(): void {
  beforeEach(() =>
    answer({
      'GET /alias/api/v1/account': ok({ data: account }),
      'GET /alias/api/v1/platform-domains': ok({ data: [] }),
      [list]: ok({ data: [] }),
    }),
  )
}
