import type { AliasApi } from '@waypost/sdk'
import { alias } from '../client/alias.ts'
import { loadPage } from '../client/page.ts'
import type { ApiKey, KeyService } from './key-service.ts'

type Scope = AliasApi.NewApiKey['scopes'][number]

const scopes: { name: Scope; label: string }[] = [
  { name: 'emails:read', label: 'read aliases and emails' },
  { name: 'emails:write', label: 'create aliases, send and delete emails' },
  { name: 'analytics:read', label: 'read analytics' },
  { name: 'domains:read', label: 'view domains' },
  { name: 'domains:manage', label: 'add and remove domains' },
  { name: 'webhooks:manage', label: 'manage webhooks' },
  { name: 'forwarding:manage', label: 'manage forwarding' },
]

function toKey({ mode, revokedAt, ...key }: AliasApi.ApiKey): ApiKey {
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
  example: (rawKey, baseUrl) => `curl '${baseUrl}/api/v1/addresses' -H 'authorization: Bearer ${rawKey}'`,
  async list(query) {
    const page = await loadPage(alias.apiKeys.list(query))
    return { ...page, items: page.items.map(toKey) }
  },
  async create({ name, scopes: chosen, isTest }) {
    const mode = isTest ? 'test' : 'live'
    const { rawKey } = await alias.apiKeys.create({ name, scopes: chosen as Scope[], mode })
    return rawKey
  },
  remove: (id) => alias.apiKeys.revoke(id),
  removal: {
    label: 'Revoke',
    confirm: 'Revoke key',
    words: 'Programs that use this key lose access at once. A revoked key cannot be restored.',
  },
}
