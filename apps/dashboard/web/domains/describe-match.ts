import type { AliasApi } from '@waypost/sdk'

/** What names a rule is for, in words. */
export function describeMatch({ type, value }: AliasApi.DomainRule['match'], domain: string): string {
  if (type === 'any') return `anything@${domain} (catch-all)`
  return type === 'prefix' ? `${value}…@${domain}` : `/${value}/`
}
