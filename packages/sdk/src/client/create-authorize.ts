import type { ClientOptions } from './client-options.ts'
import { checkCredential, type Authorize } from './create-client.ts'
import { WaypostError } from './errors.ts'

/** @param asKey the headers for a key; a token is always `Authorization: Bearer` */
export function createAuthorize(
  { apiKey, token, usesCookie = false }: Pick<ClientOptions, 'apiKey' | 'token' | 'usesCookie'>,
  asKey: (apiKey: string) => Record<string, string>,
): Authorize {
  const key = apiKey === undefined ? undefined : asKey(checkCredential('apiKey', apiKey))
  return async (credential) => {
    if (usesCookie) return {}
    if (key && credential !== 'token') return key
    if (token !== undefined && credential !== 'apiKey') {
      const current = typeof token === 'function' ? await token() : token
      return { authorization: `Bearer ${checkCredential('token', current)}` }
    }
    const wanted = { apiKey: 'an apiKey', token: 'a token', either: 'an apiKey or a token' }[credential]
    throw new WaypostError(`This needs ${wanted}, and the client was made without`)
  }
}
