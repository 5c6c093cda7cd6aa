import type { AliasApi } from '@waypost/sdk'
import { alias } from '../client/alias.ts'
import { loadPage } from '../client/page.ts'
import type { ApiKey, KeyService } from './key-service.ts'

type Scope = AliasApi.NewApiKey['scopes'][number]

const scopes: { name: Scope; label: string }[] = [
  { name: 'emails:read', label: 'read addresses and mails' },
  { name: 'emails:write', label: 'make addresses, send and delete mails' },
  { name: 'analytics:read', label: 'read the numbers' },
  { name: 'domains:read', label: 'look at domains' },
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
  example: (rawKey) => `curl "$BASE_URL/api/v1/addresses" -H 'authorization: Bearer ${rawKey}'`,
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
    confirm: 'Revoke it',
    words: 'Programs that use it are refused from now on. A revoked key cannot be brought back.',
  },
}
