export { generateApiKey, hashApiKey, sameKeyHash } from './api-key.ts'
export { createBatchRecorder, type BatchRecorder } from './batch-recorder.ts'
export { registerJwt, type JwtActor, type JwtOptions } from './authenticate-jwt.ts'
export { clientOf } from './client-of.ts'
export { createApiMetrics } from './create-api-metrics.ts'
export type { App } from './app.ts'
export { createApp, type AppOptions } from './create-app.ts'
export type { ErrorForm } from './error-form.ts'
export { DomainError, statusOfCode, type DomainErrorCode } from './domain-error.ts'
export { findUrlIssue } from './find-url-issue.ts'
export { registerHealth } from './health.ts'
export { registerKeyUse } from './register-key-use.ts'
export { createOnce, idempotencyContext, type Once } from './idempotency.ts'
export { inputIssues } from './input-issues.ts'
export { idParameter } from './id-parameter.ts'
export { listRoutes } from './list-routes.ts'
export { nameText } from './name-text.ts'
export { redactUrl } from './redact-url.ts'
export { createBulkLogger, createLogger, type Logger, type WriteLine } from './logger.ts'
export { createMetrics, serveInternals } from './metrics.ts'
export type { ApiDescription } from './open-api/api-description.ts'
export { registerOpenApi } from './open-api/register-open-api.ts'
export {
  missingScopes,
  personCredential,
  requireCredential,
  type CredentialHook,
} from './open-api/route-facts.ts'
export {
  announceCursorPage,
  announceNextPage,
  announcePage,
  cursorQuery,
  cutPage,
  pageQuery,
  type CursorPage,
  type Page,
  type Paged,
} from './page.ts'
export {
  databaseUrlVariable,
  EnvironmentError,
  parsedVariable,
  parseEnvironment,
  parseList,
  portVariable,
  withOwnDatabase,
} from './parse-environment.ts'
export { httpEnvironment, processEnvironment } from './process-environment.ts'
export { runProcess, type Stop } from './run-process.ts'
export { standardErrorForm } from './standard-error-form.ts'
export { watchConnections } from './watch-connections.ts'
export { watchGauges, type Reading, type WatchedGauge } from './watch-gauges.ts'
export { watchQueues } from './watch-queues.ts'
export { ValidationError, type InputIssue } from './validation-error.ts'
