import { loadAddresses } from '../addresses/address-queries.ts'
import { keyServices } from '../api-keys/key-services.ts'
import { loadWholeAutomations } from '../automations/automation-queries.ts'
import { alias } from '../client/alias.ts'
import { automation } from '../client/automation.ts'
import { loadPage, type Page, type PageQuery } from '../client/page.ts'
import { loadEmails } from '../emails/email-queries.ts'
import { loadExecutions } from '../executions/execution-queries.ts'
import { loadWholeFiles } from '../files/load-whole-files.ts'
import { loadDestinations } from '../forwarding/forwarding-queries.ts'
import { loadIntents } from '../intents/load-intents.ts'
import { loadJobs } from '../jobs/load-jobs.ts'
import { loadPipelineRuns, loadPipelines } from '../pipelines/pipeline-queries.ts'
import { loadSecrets } from '../secrets/load-secrets.ts'
import { loadSessions } from '../sessions/session-queries.ts'
import { webhookServices } from '../webhooks/webhook-services.ts'

export interface ExportPart {
  /** The property in the exported file. */
  key: string
  /** The label on the page. */
  label: string
  load: (query: PageQuery) => Promise<Page<unknown>>
}

/** Every list that the services have of an account. */
export const exportParts: readonly ExportPart[] = [
  { key: 'automations', label: 'automations', load: loadWholeAutomations },
  { key: 'executions', label: 'runs', load: (query) => loadExecutions({}, query) },
  { key: 'pipelines', label: 'pipelines', load: loadPipelines },
  { key: 'pipelineRuns', label: 'pipeline runs', load: (query) => loadPipelineRuns(undefined, query) },
  { key: 'jobs', label: 'jobs', load: loadJobs },
  { key: 'intents', label: 'requests', load: loadIntents },
  { key: 'sessions', label: 'sessions', load: loadSessions },
  { key: 'secrets', label: 'names of secrets', load: loadSecrets },
  { key: 'files', label: 'files', load: loadWholeFiles },
  { key: 'automationWebhooks', label: 'webhooks', load: webhookServices.automation.list },
  { key: 'automationApiKeys', label: 'keys', load: keyServices.automation.list },
  {
    key: 'automationAuditLog',
    label: 'audit log',
    load: (query) => loadPage(automation.auditLogs.list(query)),
  },
  { key: 'addresses', label: 'aliases', load: (query) => loadAddresses({}, query) },
  { key: 'emailsReceived', label: 'received emails', load: (query) => loadEmails('inbox', undefined, query) },
  { key: 'emailsSent', label: 'sent emails', load: (query) => loadEmails('sent', undefined, query) },
  { key: 'emailsDeleted', label: 'deleted emails', load: (query) => loadEmails('deleted', undefined, query) },
  { key: 'forwardingAddresses', label: 'forwarding addresses', load: loadDestinations },
  { key: 'aliasWebhooks', label: 'webhooks', load: webhookServices.alias.list },
  { key: 'aliasApiKeys', label: 'keys', load: keyServices.alias.list },
  { key: 'aliasAuditLog', label: 'audit log', load: (query) => loadPage(alias.auditLogs.list(query)) },
]
