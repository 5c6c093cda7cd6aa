import { and, eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { readArtifact } from '../../artifacts/read-artifact.ts'
import type { recordings } from '../../db/recording-tables.ts'
import { automations } from '../../db/tables.ts'
import { openGivenVariables } from '../../executions/given-variables.ts'
import { readAccountFile } from '../../files/open-file.ts'
import { openAutomationValues, type RunVariables } from '../../runner/open-run-variables.ts'
import { runActions } from '../../runner/run-actions.ts'
import type { RunnerServices } from '../../services.ts'
import { actionsUpTo } from '../actions-up-to.ts'
import { recordingContext } from '../recording-context.ts'

type Row = typeof recordings.$inferSelect

/** The steps after which a recording begins, and what they refer to. */
export interface Before extends RunVariables {
  automation: typeof automations.$inferSelect
}

const STEP_MS = 15_000

/** Undefined where a recording begins at a URL. */
export async function prepareBefore(services: RunnerServices, row: Row): Promise<Before | undefined> {
  const { id, ownerId, automationId, sealedVariables } = row
  if (automationId === null) return undefined
  const isOwn = and(eq(automations.id, automationId), eq(automations.ownerId, ownerId))
  const [automation] = await services.db.select().from(automations).where(isOwn)
  if (!automation) throw new Error('The automation is not there any more')
  const given = openGivenVariables(services.keyring, recordingContext(id), sealedVariables)
  const values = await openAutomationValues(services, automation, given)
  return { ...values, automation }
}

/**
 * Performs the steps before a recording, as a validation does: nothing is healed, kept or learned.
 *
 * @returns the window that the last of them was in
 */
export async function performBefore(
  services: RunnerServices,
  { ownerId, afterStep }: Row,
  { automation, ...variables }: Before,
  { page, signal, onPage }: { page: Page; signal: AbortSignal; onPage: (page: Page) => void },
): Promise<Page> {
  let current = page
  const { error } = await runActions({
    page,
    actions: actionsUpTo(automation.actions, afterStep),
    ...variables,
    signal,
    storage: services.storage,
    readArtifact: (id) => readArtifact(services, ownerId, id),
    readAccountFile: (name) => readAccountFile(services, ownerId, name),
    aliasUrl: services.aliasUrl,
    defaultTimeoutMs: automation.recording?.timeoutMs ?? STEP_MS,
    onPage(shown) {
      current = shown
      onPage(shown)
    },
  })
  signal.throwIfAborted()
  if (error !== null) throw new Error(error)
  return current.isClosed() ? page : current
}
