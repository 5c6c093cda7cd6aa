/** The fields of the service's responses that the suite reads. */
export interface ApiKey {
  _id: string
  name: string
  prefix: string
  scopes: string[]
  isActive: boolean
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
}

export interface CreatedApiKey {
  apiKey: ApiKey
  rawKey: string
}

export interface Webhook {
  _id: string
  name: string
  url: string
  events: string[]
  isActive: boolean
  failureCount: number
  lastTriggeredAt: string | null
  lastStatus: number | string | null
  createdAt: string
}

export interface CreatedWebhook extends Webhook {
  secret: string
}

interface SelfHealEvent {
  actionName: string
  outcome: string
  oldSelector: string
  newSelector: string | null
  persisted: boolean
}

export interface Heal {
  id: string
  executionId: string
  actionName: string
  lostName: string
  foundName: string
  message: string
  evidence: string[]
  oldSelectors: string[]
  newSelectors: string[]
  pictures: { before: boolean; now: boolean }
  decision: 'accepted' | 'refused' | null
  decidedAt: string | null
  createdAt: string
  /** Where the heals of all automations are listed. */
  automationId?: string
}

export interface Automation {
  id: string
  name: string
  description: string | null
  actions: { name: string; type: string }[]
  version: number
  isDraft: boolean
  validation: Validation | null
}

export interface Validation {
  status: 'running' | 'passed' | 'failed'
  error: string | null
  executionIds: string[]
}

export interface Triggered {
  executionId: string
  status: string
  startsAt: string
}

export interface Execution {
  id: string
  automationId: string
  jobId: string | null
  pipelineRunId: string | null
  status: 'pending' | 'running' | 'completed' | 'failed'
  isValidation: boolean
  inputSessionId: string | null
  sessionId: string | null
  extractedData: Record<string, unknown>
  selfHealEvents: SelfHealEvent[]
  steps: { name: string; status: string; screenshot: string | null }[]
  error: string | null
  createdAt: string
  startedAt: string | null
  completedAt: string | null
}

export interface Pipeline {
  id: string
  name: string
  automationIds: string[]
  continueOnFailure: boolean
  chainSession: boolean
}

export interface PipelineRun {
  id: string
  pipelineId: string
  status: 'pending' | 'running' | 'completed' | 'failed' | 'partial_failed'
  members: { automationId: string; status: string; executionId: string | null; error: string | null }[]
  extractedData: Record<string, Record<string, unknown>>
  error: string | null
  completedAt: string | null
}

export interface Job {
  jobId: string
  type: 'automation' | 'pipeline'
  targetId: string | null
  status: 'pending' | 'completed' | 'failed'
  executionId: string | null
  pipelineRunId: string | null
  sessionId: string | null
  result: object | null
  error: string | null
  completedAt: string | null
}

export interface Intent {
  intentId: string
  jobId: string
  text: string
  status: 'received' | 'resolved' | 'generating' | 'generated' | 'executed' | 'failed'
  automationId: string | null
  candidates: { automationId: string; automationName: string; score: number }[]
  reason: string | null
  error: string | null
  completedAt: string | null
}

export interface Delivery {
  id: string
  event: string
  status: 'pending' | 'delivered' | 'failed' | 'cancelled'
  createdAt: string
  nextAttemptAt: string | null
  failedAttempts: number
  body: string
  attempts: {
    number: number
    startedAt: string
    durationMs: number
    status: number | null
    error: string | null
  }[]
}

export const scopes = [
  'automation:read',
  'automation:write',
  'automation:execute',
  'pipeline:read',
  'pipeline:write',
  'pipeline:execute',
  'audit:read',
] as const

export type Scope = (typeof scopes)[number]
