import { and, eq } from 'drizzle-orm'
import type { BrowserContext, Page } from 'playwright-core'
import { readArtifact } from '../../artifacts/read-artifact.ts'
import type { recordings } from '../../db/recording-tables.ts'
import { automations } from '../../db/tables.ts'
import { openGivenVariables } from '../../executions/given-variables.ts'
import { readAccountFile } from '../../files/open-file.ts'
import { openAutomationValues, type RunVariables } from '../../runner/open-run-variables.ts'
import { runActions } from '../../runner/run-actions.ts'
import { prepareSignIn, reachSignedIn, type SignIn } from '../../runner/sign-in.ts'
import type { RunnerServices } from '../../services.ts'
import { chooseActions } from '../choose-actions.ts'
import { recordingContext } from '../recording-context.ts'

type Row = typeof recordings.$inferSelect

/** The steps after which a recording begins, and what they refer to. */
export interface Before extends RunVariables {
  automation: typeof automations.$inferSelect
  /** Absent where the automation has no login. */
  signIn: SignIn | null
}

const STEP_MS = 15_000

/** Undefined where a recording begins at a URL. */
export async function prepareBefore(services: RunnerServices, row: Row): Promise<Before | undefined> {
  const { id, ownerId, automationId, sessionId, sealedVariables } = row
  if (automationId === null) return undefined
  const isOwn = and(eq(automations.id, automationId), eq(automations.ownerId, ownerId))
  const [automation] = await services.db.select().from(automations).where(isOwn)
  if (!automation) throw new Error('The automation is not there any more')
  const given = openGivenVariables(services.keyring, recordingContext(id), sealedVariables)
  const values = await openAutomationValues(services, automation, given)
  const signIn = automation.login && (await prepareSignIn(services, automation.login, ownerId))
  const secrets = [...values.secrets, ...(signIn?.variables.secrets ?? [])]
  // Who begins with a session of their own does not want that of the login.
  return {
    ...values,
    secrets,
    automation,
    signIn: signIn && (sessionId ? { ...signIn, session: undefined } : signIn),
  }
}

interface Shown {
  context: BrowserContext
  page: Page
  signal: AbortSignal
  onPage: (page: Page) => void
}

/**
 * Signs in where the automation does, and performs the steps before a recording, as a validation does: nothing is healed, kept or
 * learned.
 *
 * @returns the window that the last of them was in
 */
export async function performBefore(
  services: RunnerServices,
  { ownerId, afterStep, beforeStep }: Row,
  { automation, signIn, ...variables }: Before,
  { context, page, signal, onPage }: Shown,
): Promise<Page> {
  let current = page
  let isReached = beforeStep === null
  const run = {
    page,
    signal,
    secrets: variables.secrets,
    storage: services.storage,
    readArtifact: (id: string) => readArtifact(services, ownerId, id),
    readAccountFile: (name: string) => readAccountFile(services, ownerId, name),
    aliasUrl: services.aliasUrl,
    defaultTimeoutMs: automation.recording?.timeoutMs ?? STEP_MS,
    onPage(shown: Page) {
      current = shown
      onPage(shown)
    },
  }
  if (signIn) await reachSignedIn(automation.login!, signIn, { ...run, context })
  signal.throwIfAborted()
  const { error } = await runActions({
    ...run,
    ...variables,
    actions: chooseActions(automation.actions, { afterStep, beforeStep }),
    ...(beforeStep !== null && { endBefore: { name: beforeStep, onReached: () => void (isReached = true) } }),
  })
  signal.throwIfAborted()
  if (error !== null) throw new Error(error)
  if (!isReached) throw new Error(`The steps before it do not lead to “${beforeStep}”`)
  return current.isClosed() ? page : current
}
