import type { Scope } from './api-keys/scopes.ts'

// Every route, by the credential that it takes: a test compares them with those that the service has.

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export const personRoutes: [Method, string][] = [
  ['POST', '/api-keys'],
  ['GET', '/api-keys'],
  ['GET', '/api-keys/:id'],
  ['PATCH', '/api-keys/:id'],
  ['DELETE', '/api-keys/:id'],
  ['POST', '/webhooks'],
  ['GET', '/webhooks'],
  ['GET', '/webhooks/fallback-secret'],
  ['POST', '/webhooks/test-filter'],
  ['POST', '/webhooks/preview-message'],
  ['GET', '/event-types'],
  ['GET', '/webhooks/:id'],
  ['PATCH', '/webhooks/:id'],
  ['DELETE', '/webhooks/:id'],
  ['POST', '/webhooks/:id/test'],
  ['GET', '/webhooks/:id/deliveries'],
  ['POST', '/webhooks/:id/deliveries/:deliveryId/redeliver'],
  ['POST', '/webhooks/:id/recover'],
  ['POST', '/tokens/revoke'],
  ['GET', '/held-access'],
  ['POST', '/held-access/:id/keep'],
]
export const keyRoutes: [Method, string, Scope][] = [
  ['POST', '/api/v1/automations', 'automation:write'],
  ['GET', '/api/v1/automations', 'automation:read'],
  ['GET', '/api/v1/automations/:id', 'automation:read'],
  ['PATCH', '/api/v1/automations/:id', 'automation:write'],
  ['DELETE', '/api/v1/automations/:id', 'automation:write'],
  ['GET', '/api/v1/automations/:id/status', 'automation:read'],
  ['POST', '/api/v1/automations/import', 'automation:write'],
  ['GET', '/api/v1/automations/:id/export', 'automation:read'],
  ['POST', '/api/v1/automations/:id/trigger', 'automation:execute'],
  ['POST', '/api/v1/automations/:id/validate', 'automation:execute'],
  ['POST', '/api/v1/automations/:id/stop', 'automation:execute'],
  ['POST', '/api/v1/executions/:id/resume', 'automation:execute'],
  ['POST', '/api/v1/executions/:id/live-view', 'automation:execute'],
  ['GET', '/api/v1/automations/:id/versions', 'automation:read'],
  ['GET', '/api/v1/automations/:id/versions/:version', 'automation:read'],
  ['POST', '/api/v1/automations/:id/versions/:version/restore', 'automation:write'],
  ['GET', '/api/v1/automations/:id/heals', 'automation:read'],
  ['GET', '/api/v1/heals', 'automation:read'],
  ['GET', '/api/v1/automations/:id/heals/:healId/pictures/:moment', 'automation:read'],
  ['POST', '/api/v1/automations/:id/heals/:healId/accept', 'automation:write'],
  ['POST', '/api/v1/automations/:id/heals/:healId/refuse', 'automation:write'],
  ['GET', '/api/v1/executions', 'automation:read'],
  ['GET', '/api/v1/executions/:id', 'automation:read'],
  ['GET', '/api/v1/executions/:id/events', 'automation:read'],
  ['GET', '/api/v1/executions/:id/failure', 'automation:read'],
  ['GET', '/api/v1/executions/:id/deliveries', 'automation:read'],
  ['GET', '/api/v1/executions/:id/variables', 'automation:execute'],
  ['GET', '/api/v1/executions/:id/steps/:number/screenshot', 'automation:read'],
  ['GET', '/api/v1/recordings', 'automation:read'],
  ['GET', '/api/v1/recordings/:id', 'automation:read'],
  ['GET', '/api/v1/recordings/:id/steps/:stepId/screenshot', 'automation:read'],
  ['DELETE', '/api/v1/recordings/:id', 'automation:write'],
  ['POST', '/api/v1/pipelines', 'pipeline:write'],
  ['GET', '/api/v1/pipelines', 'pipeline:read'],
  ['GET', '/api/v1/pipelines/:id', 'pipeline:read'],
  ['PATCH', '/api/v1/pipelines/:id', 'pipeline:write'],
  ['DELETE', '/api/v1/pipelines/:id', 'pipeline:write'],
  ['GET', '/api/v1/pipelines/:id/status', 'pipeline:read'],
  ['POST', '/api/v1/pipelines/:id/trigger', 'pipeline:execute'],
  ['POST', '/api/v1/pipelines/:id/stop', 'pipeline:execute'],
  ['GET', '/api/v1/pipeline-runs', 'pipeline:read'],
  ['GET', '/api/v1/pipeline-runs/:id', 'pipeline:read'],
  ['POST', '/api/v1/intents', 'automation:execute'],
  ['GET', '/api/v1/intents/:id', 'automation:execute'],
  ['GET', '/api/v1/executions/:id/artifacts', 'automation:read'],
  ['GET', '/api/v1/executions/:id/artifacts/:artifactId', 'automation:read'],
  ['GET', '/api/v1/sessions', 'automation:read'],
  ['DELETE', '/api/v1/sessions/:id', 'automation:write'],
  ['GET', '/api/v1/secrets', 'automation:read'],
  ['PUT', '/api/v1/secrets/:name', 'automation:write'],
  ['DELETE', '/api/v1/secrets/:name', 'automation:write'],
  ['GET', '/api/v1/files', 'automation:read'],
  ['GET', '/api/v1/files/:name', 'automation:read'],
  ['PUT', '/api/v1/files/:name', 'automation:write'],
  ['DELETE', '/api/v1/files/:name', 'automation:write'],
  ['GET', '/api/v1/audit-logs', 'audit:read'],
  ['GET', '/api/v1/account', 'automation:read'],
]
// Which of the two scopes is needed depends on the job or the schedule.
export const jobRoutes: [Method, string][] = [
  ['POST', '/api/v1/schedules'],
  ['GET', '/api/v1/schedules'],
  ['GET', '/api/v1/schedules/:id'],
  ['GET', '/api/v1/schedules/:id/runs'],
  ['PATCH', '/api/v1/schedules/:id'],
  ['DELETE', '/api/v1/schedules/:id'],
  ['POST', '/api/v1/jobs/enqueue'],
  ['GET', '/api/v1/jobs/:id'],
  ['GET', '/api/v1/jobs/:id/deliveries'],
]
// A recording both writes an automation and performs its steps.
export const recordingRoutes: [Method, string][] = [
  ['POST', '/api/v1/recordings'],
  ['POST', '/api/v1/recordings/:id/live-view'],
  ['POST', '/api/v1/recordings/:id/save'],
]
export const issuerRoutes: [Method, string][] = [
  ['POST', '/notices/claim'],
  ['POST', '/notices/confirm'],
]
export const operatorRoutes: [Method, string][] = [
  ['GET', '/admin/top-accounts'],
  ['GET', '/admin/accounts/:ownerId/limits'],
  ['PUT', '/admin/accounts/:ownerId/limits'],
]
// The signed address of a file, and of a run that was handed over, is its credential.
export const openRoutes = [
  ...['/healthz', '/readyz', '/openapi.json', '/docs', '/artifacts', '/hand-over'].map(
    (path) => `GET ${path}`,
  ),
  'POST /hand-over',
]
