import { beforeEach } from 'vitest'
import { account } from '../testing/samples.ts'
import { answer, ok } from '../testing/services.ts'

export const list = 'GET /alias/api/v1/addresses'

/** The response to {@link list}. */
export const page = (...addresses: object[]) => ({ data: { addresses, total: 21, limit: 20, offset: 0 } })

/** For tests: what the page of aliases asks for beside its list, for an account that has nothing yet. */
export function answerAddressesPage(): void {
  beforeEach(() =>
    answer({
      'GET /alias/api/v1/account': ok({ data: account }),
      'GET /alias/api/v1/platform-domains': ok({ data: [] }),
      'GET /alias/api/v1/domains': ok({ data: [] }),
      'GET /alias/api/v1/forwarding-addresses': ok({
        data: { addresses: [], total: 0, limit: 100, offset: 0 },
      }),
    }),
  )
}
