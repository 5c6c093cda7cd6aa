import { openAliasBed } from '../emails/test-emails.ts'
import type { MailRule } from './mail-rule.ts'

/** For tests: a service, and requests about the rules of its alias, unless they are given another path. */
export function openMailRulesBed() {
  const bed = openAliasBed()
  const path = (id = bed.address.id) => `/api/v1/addresses/${id}/rules`
  const get = (url = path(), headers = bed.key) => bed.service.app.inject({ url, headers })
  return {
    bed,
    path,
    get,
    put: (rules: unknown[], headers = bed.key, url = path()) =>
      bed.service.app.inject({ method: 'PUT', url, headers, payload: { rules } }),
    list: async (headers = bed.key) => (await get(path(), headers)).json<{ data: MailRule[] }>().data,
  }
}
