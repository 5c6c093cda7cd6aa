import type { AliasApi, AutomationApi } from '@waypost/sdk'

/** The limits of the automation service, in the order in which they are shown. */
export const automationLimitLabels: Record<keyof AutomationApi.Account['limits'], string> = {
  activeRuns: 'Active runs',
  waitingRuns: 'Waiting runs',
  waitingJobs: 'Waiting jobs',
  waitingIntents: 'Waiting requests in plain language',
  runMinutesPerDay: 'Run minutes today',
  activeRecordings: 'Recordings under way',
  recordingMinutesPerDay: 'Recording minutes today',
  automations: 'Automations',
  versionsKept: 'Versions of one automation',
  bytesStored: 'Stored automations, files and screenshots',
  pipelines: 'Pipelines',
  schedules: 'Schedules',
  pipelineMembers: 'Automations in one pipeline',
  webhooks: 'Webhooks',
  requestsPerMinute: 'API requests this minute',
  webhookPostsPerMinute: 'Webhook POSTs to one host in a minute',
}

/** The limits of the alias service, in the order in which they are shown. */
export const aliasLimitLabels: Record<keyof AliasApi.Account['usage'], string> = {
  recipientsPerDay: 'Recipients today',
  storedBytes: 'Stored mail',
  webhooks: 'Webhooks',
  addresses: 'Aliases',
  forwardingAddresses: 'Forwarding addresses',
  domains: 'Domains',
  subdomains: 'Subdomains of this platform',
  addressesByRulePerHour: 'Aliases by rules this hour',
  webhookPostsPerMinute: 'Webhook POSTs to one host in a minute',
}
