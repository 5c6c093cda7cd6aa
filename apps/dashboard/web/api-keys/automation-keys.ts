import { automation } from '../client/automation.ts'
import type { components } from '../client/automation-schema.ts'
import { call, callWithHeaders } from '../client/call.ts'
import { toPage } from '../client/page.ts'
import type { ApiKey, KeyService } from './key-service.ts'

type Scope = components['schemas']['NewApiKey']['scopes'][number]

const scopes: { name: Scope; label: string }[] = [
  { name: 'automation:read', label: 'look at automations and runs' },
  { name: 'automation:write', label: 'make and change automations' },
  { name: 'automation:execute', label: 'run and stop automations' },
  { name: 'pipeline:read', label: 'look at pipelines' },
  { name: 'pipeline:write', label: 'make and change pipelines' },
  { name: 'pipeline:execute', label: 'run and stop pipelines' },
  { name: 'audit:read', label: 'read the audit log' },
]

function toKey({ _id, isActive, ...key }: components['schemas']['ApiKey']): ApiKey {
  const isExpired = key.expiresAt !== null && Date.parse(key.expiresAt) <= Date.now()
  return { ...key, id: _id, isTest: false, state: !isActive ? 'inactive' : isExpired ? 'expired' : 'active' }
}

export const automationKeys: KeyService = {
  scopes,
  hasExpiry: true,
  hasTestMode: false,
  example: (rawKey) => `curl "$BASE_URL/api/v1/automations" -H 'x-api-key: ${rawKey}'`,
  async list(query) {
    const { data, headers } = await callWithHeaders(automation.GET('/api-keys', { params: { query } }))
    return toPage(data.map(toKey), headers)
  },
  isOfSignIn: ({ name }) => name === 'Dashboard sign-in',
  async create({ name, scopes: chosen, expiresAt }) {
    const { rawKey } = await call(
      automation.POST('/api-keys', {
        body: { name, scopes: chosen as Scope[], ...(expiresAt !== undefined && { expiresAt }) },
      }),
    )
    return rawKey
  },
  setActive: (id, isActive) =>
    call(automation.PATCH('/api-keys/{id}', { params: { path: { id } }, body: { isActive } })),
  remove: (id) => call(automation.DELETE('/api-keys/{id}', { params: { path: { id } } })),
  removal: {
    label: 'Delete',
    confirm: 'Delete it',
    words: 'Programs that use it are refused from now on. To stop it for a while only, deactivate it.',
  },
}
