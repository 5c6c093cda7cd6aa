import type { TestApp } from '../testing/test-app.ts'
import type { Domain } from '../domains/domain.ts'
import { installPlatformDomains } from './install-platform-domains.ts'
import { listPlatformDomains } from './list-platform-domains.ts'
import { parsePlatformDomains } from './parse-platform-domains.ts'

type Credentials = { authorization: string }

/** For tests: claims names below `in.test`, which pro and Business accounts of the service can. */
export function claimsOf(service: () => TestApp) {
  const platformDomainId = async (domain = 'in.test'): Promise<string> => {
    const offered = parsePlatformDomains('waypost.test:free+pro+business, *.in.test:pro+business')
    await installPlatformDomains(service().services, offered)
    return (await listPlatformDomains(service().services)).find((each) => each.domain === domain)!.id
  }
  const claim = async (name: unknown, headers: Credentials, id?: string) =>
    service().app.inject({
      method: 'POST',
      url: `/api/v1/platform-domains/${id ?? (await platformDomainId())}/subdomains`,
      headers,
      payload: { name },
    })
  return {
    platformDomainId,
    claim,
    claimed: async (name: string, headers: Credentials) =>
      (await claim(name, headers)).json<{ data: Domain }>().data,
  }
}
