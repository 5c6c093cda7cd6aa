export { generateApiKey, hashApiKey, sameKeyHash } from './credentials/api-key.ts'
export { createBatchRecorder } from './credentials/batch-recorder.ts'
export { registerJwt, type JwtActor, type JwtOptions } from './credentials/authenticate-jwt.ts'
export { clientOf } from './credentials/client-of.ts'
export { mailboxOf } from './requests/mailbox-of.ts'
export { createApiMetrics, type ApiMetrics } from './observability/create-api-metrics.ts'
export type { App } from './app.ts'
export { createApp, type AppOptions } from './create-app.ts'
export type { ErrorForm } from './errors/error-form.ts'
export { DomainError } from './errors/domain-error.ts'
export { checkReceiverUrl } from './errors/check-receiver-url.ts'
export { findUrlIssue } from './errors/find-url-issue.ts'
export { registerHealth, type ReadinessCheck } from './observability/health.ts'
export { onceItWorks } from './observability/once-it-works.ts'
export { isStopping } from './observability/stopping.ts'
export { acceptForms, escapeHtml, htmlPage, sendPage } from './pages/html-page.ts'
export { registerKeyUse } from './credentials/register-key-use.ts'
export { requireOperator } from './credentials/require-operator.ts'
export { createOnce, idempotencyContext, isRepeated, type Once } from './requests/idempotency.ts'
export { inputIssues } from './errors/input-issues.ts'
export { idParameter } from './requests/id-parameter.ts'
export { heldAccessOf, revocation, toHeldPage, type HeldRow } from './credentials/held-access.ts'
export {
  eventStream,
  openEventStreams,
  quietMs,
  toEventStream,
  writeHeartbeat,
  writeServerEvent,
} from './requests/event-stream.ts'
export { limitAtATime } from './requests/limit-at-a-time.ts'
export { listRoutes } from './requests/list-routes.ts'
export { daysQuery } from './requests/days-query.ts'
export { nameText } from './requests/name-text.ts'
export { namesTag, namesVersion, versionTag } from './requests/version-tag.ts'
export { searchText } from './requests/search-text.ts'
export { createBulkLogger, createLogger, type Logger } from './observability/logger.ts'
export { createMetrics, serveInternals } from './observability/metrics.ts'
export type { ApiDescription } from './open-api/api-description.ts'
export { eventType, listEventTypes } from './open-api/event-types.ts'
export type { EventDescriptions } from './open-api/event-descriptions.ts'
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
} from './requests/page.ts'
export {
  databaseUrlVariable,
  EnvironmentError,
  parsedVariable,
  parseEnvironment,
  parseList,
  portVariable,
  withOwnDatabase,
} from './environment/parse-environment.ts'
export { cellsVariable, requireDifferent, type NamedCell } from './cells/cells-variable.ts'
export { splitCredential, type Credential } from './cells/credential.ts'
export { admitHere, giveAway, noteAdmitted } from './cells/hand-over.ts'
export { resultsOfAll, type CellServices } from './cells/in-every-database.ts'
export { readmitLate } from './cells/late-bodies.ts'
export { createHints } from './cells/create-hints.ts'
export { openAppCells } from './cells/open-app-cells.ts'
export { openCells } from './cells/open-cells.ts'
export { isSubject, readSubject } from './cells/read-subject.ts'
export { routeToCells, unavailable } from './cells/route-to-cells.ts'
export type { Stop } from './process/create-undos.ts'
export { hostVariable } from './environment/parse-addresses.ts'
export { httpEnvironment, processEnvironment } from './environment/process-environment.ts'
export { runProcess, type StartingProcess } from './process/run-process.ts'
export { standardErrorForm } from './errors/standard-error-form.ts'
export { watchConnections } from './observability/watch-connections.ts'
export { watchGauges } from './observability/watch-gauges.ts'
export { endTurn, registerTurns } from './requests/take-turn.ts'
export {
  listTopRequesters,
  mergeTopAccounts,
  topAccounts,
  topAccountsQuery,
} from './requests/top-accounts.ts'
export { watchObjectStore } from './observability/watch-object-store.ts'
export { watchQueues } from './observability/watch-queues.ts'
export { ValidationError, type InputIssue } from './errors/validation-error.ts'
export { closeUpgrade } from './upgrades/close-upgrade.ts'
export { passUpgrade } from './upgrades/pass-upgrade.ts'
export { refuseUpgrade } from './upgrades/refuse-upgrade.ts'
export { registerUpgrades, type Upgrade } from './upgrades/register-upgrades.ts'
