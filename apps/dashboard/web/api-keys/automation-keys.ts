import type { AutomationApi } from '@waypost/sdk'
import { automation } from '../client/automation.ts'
import { loadPage } from '../client/page.ts'
import type { ApiKey, KeyService } from './key-service.ts'

type Scope = AutomationApi.NewApiKey['scopes'][number]

const scopes: { name: Scope; label: string }[] = [
  { name: 'automation:read', label: 'view automations and runs' },
  { name: 'automation:write', label: 'create and edit automations' },
  { name: 'automation:execute', label: 'run and stop automations' },
  { name: 'pipeline:read', label: 'view pipelines' },
  { name: 'pipeline:write', label: 'create and edit pipelines' },
  { name: 'pipeline:execute', label: 'run and stop pipelines' },
  { name: 'audit:read', label: 'read the audit log' },
]

function toKey({ _id, isActive, ...key }: AutomationApi.ApiKey): ApiKey {
  const isExpired = key.expiresAt !== null && Date.parse(key.expiresAt) <= Date.now()
  return { ...key, id: _id, isTest: false, state: !isActive ? 'inactive' : isExpired ? 'expired' : 'active' }
}

export const automationKeys: KeyService = {
  scopes,
  hasExpiry: true,
  hasTestMode: false,
  example: (rawKey, baseUrl) => `curl '${baseUrl}/api/v1/automations' -H 'x-api-key: ${rawKey}'`,
  async list(query) {
    const page = await loadPage(automation.apiKeys.list(query))
    return { ...page, items: page.items.map(toKey) }
  },
  isOfSignIn: ({ name }) => name === 'Dashboard sign-in',
  async create({ name, scopes: chosen, expiresAt }) {
    const { rawKey } = await automation.apiKeys.create({
      name,
      scopes: chosen as Scope[],
      ...(expiresAt !== undefined && { expiresAt }),
    })
    return rawKey
  },
  setActive: (id, isActive) => automation.apiKeys.update(id, { isActive }),
  remove: (id) => automation.apiKeys.delete(id),
  removal: {
    label: 'Delete',
    confirm: 'Delete key',
    words:
      'Programs that use this key lose access at once. To stop them only for a while, deactivate the key instead.',
  },
}
