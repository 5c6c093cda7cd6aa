import { alias } from '../client/alias.ts'
import type { components } from '../client/alias-schema.ts'
import { call, callWithHeaders } from '../client/call.ts'
import { toPage } from '../client/page.ts'
import type { ApiKey, KeyService } from './key-service.ts'

type Scope = components['schemas']['NewApiKey']['scopes'][number]

const scopes: { name: Scope; label: string }[] = [
  { name: 'emails:read', label: 'read addresses and mails' },
  { name: 'emails:write', label: 'make addresses, send and delete mails' },
  { name: 'analytics:read', label: 'read the numbers' },
  { name: 'domains:read', label: 'look at domains' },
  { name: 'domains:manage', label: 'add and remove domains' },
  { name: 'webhooks:manage', label: 'manage webhooks' },
  { name: 'forwarding:manage', label: 'manage forwarding' },
]

function toKey({ mode, revokedAt, ...key }: components['schemas']['ApiKey']): ApiKey {
  return {
    ...key,
    expiresAt: null,
    isTest: mode === 'test',
    state: revokedAt === null ? 'active' : 'revoked',
  }
}

export const aliasKeys: KeyService = {
  scopes,
  hasExpiry: false,
  hasTestMode: true,
  example: (rawKey) => `curl "$BASE_URL/api/v1/addresses" -H 'authorization: Bearer ${rawKey}'`,
  async list(query) {
    const { data, headers } = await callWithHeaders(alias.GET('/api-keys', { params: { query } }))
    return toPage(data.data.map(toKey), headers)
  },
  async create({ name, scopes: chosen, isTest }) {
    const { data } = await call(
      alias.POST('/api-keys', { body: { name, scopes: chosen as Scope[], mode: isTest ? 'test' : 'live' } }),
    )
    return data.rawKey
  },
  remove: (id) => call(alias.DELETE('/api-keys/{id}', { params: { path: { id } } })),
  removal: {
    label: 'Revoke',
    confirm: 'Revoke it',
    words: 'Programs that use it are refused from now on. A revoked key cannot be brought back.',
  },
}
