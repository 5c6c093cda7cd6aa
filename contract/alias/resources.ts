/** The fields of the service's responses that the suite reads. */
export interface Data<Content> {
  data: Content
}

export interface ApiKey {
  id: string
  name: string
  prefix: string
  scopes: string[]
  mode: 'live' | 'test'
  createdAt: string
  lastUsedAt: string | null
  revokedAt: string | null
}

export interface CreatedApiKey {
  apiKey: ApiKey
  rawKey: string
}

export interface Alias {
  id: string
  address: string
  alias: string | null
  isActive: boolean
  createdAt: string
  expiresAt: string
}

export interface AliasPage {
  addresses: Alias[]
  total: number
  limit: number
  offset: number
}

export interface Webhook {
  id: string
  url: string
  events: string[]
  isActive: boolean
  failureCount: number
  lastTriggeredAt: string | null
  lastStatus: number | string | null
  disabledAt: string | null
  disabledReason: string | null
  createdAt: string
}

export interface CreatedWebhook {
  id: string
  url: string
  events: string[]
  secret: string
  createdAt: string
}

export interface Delivery {
  id: string
  event: string
  status: 'pending' | 'delivered' | 'failed' | 'cancelled'
  createdAt: string
  nextAttemptAt: string | null
  failedAttempts: number
  body: string
  attempts: { number: number; startedAt: string; status: number | null; error: string | null }[]
}

export interface AuditLog {
  id: string
  action: string
  method: string
  path: string
  statusCode: number
  keyId: string | null
  ip: string
  createdAt: string
}

export const scopes = [
  'emails:read',
  'emails:write',
  'analytics:read',
  'domains:read',
  'domains:manage',
  'webhooks:manage',
  'forwarding:manage',
] as const

export type Scope = (typeof scopes)[number]
