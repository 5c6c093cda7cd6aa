import { and, desc, eq, gt } from 'drizzle-orm'
import type { BrowserContext, Page } from 'playwright-core'
import type { StoredAction } from '../automations/action.ts'
import type { Login } from '../automations/settings/login.ts'
import { automations, sessions } from '../db/tables.ts'
import { pendingSteps, type StepResult } from '../executions/step-result.ts'
import type { RunnerServices } from '../services.ts'
import { openSession } from '../sessions/open-session.ts'
import { saveSession } from '../sessions/save-session.ts'
import type { StartedExecution } from '../executions/start-execution.ts'
import type { ActionsRun } from './actions-run.ts'
import { loadHealMemory } from './elements/heal-memory.ts'
import { loadLearnedElements } from './elements/learned-elements.ts'
import { createStepHealer, type StepHealer } from './heal-steps.ts'
import { openAutomationValues, type RunVariables } from './open-run-variables.ts'
import { runActions } from './run-actions.ts'
import { captureSession, restoreSession } from './session-state.ts'

/** The automation that signs in for another one. */
export interface SignIn {
  automation: StartedExecution['automation']
  variables: RunVariables
  /** The newest session that it has saved. */
  session: string | undefined
}

/** @throws an Error where the automation is not there, or may not run */
export async function prepareSignIn(
  services: RunnerServices,
  { automationId }: Login,
  ownerId: string,
): Promise<SignIn> {
  const { db, clock } = services
  const own = and(eq(automations.id, automationId), eq(automations.ownerId, ownerId))
  const [automation] = await db.select().from(automations).where(own)
  if (!automation) throw new Error('The automation that signs in is not there any more')
  if (automation.isDraft) throw new Error('The automation that signs in is not validated')
  const usable = and(
    eq(sessions.ownerId, ownerId),
    eq(sessions.automationId, automationId),
    gt(sessions.expiresAt, new Date(clock.now())),
  )
  const [newest] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(usable)
    .orderBy(desc(sessions.id))
    .limit(1)
  const [variables, session] = await Promise.all([
    openAutomationValues(services, automation, {}),
    newest && openSession(services, ownerId, newest.id),
  ])
  return { automation, variables, session }
}

/** The steps of signing in, which the execution shows before its own: the look, and those of the other automation. */
export const listSignInSteps = (login: Login, { automation }: SignIn): StepResult[] =>
  pendingSteps(look(login, automation.actions), 'login.')

type SigningIn = Omit<ActionsRun, 'actions' | 'healer'> & {
  context: BrowserContext
  page: Page
  /** Of `listSignInSteps`, updated as it goes on. */
  steps?: StepResult[]
}

/**
 * Makes sure that the browser is signed in, as `reachSignedIn` does; what is learned of the elements of the other automation is
 * kept, and the session saved for later runs.
 *
 * @throws an Error that says why it is not
 */
export async function signIn(
  services: RunnerServices,
  execution: StartedExecution['execution'],
  login: Login,
  prepared: SignIn,
  run: SigningIn,
): Promise<void> {
  const { automation } = prepared
  const ids = { automationId: automation.id, executionId: execution.id, ownerId: execution.ownerId }
  const [learned, memory] = await Promise.all([
    loadLearnedElements(services.db, automation.id),
    loadHealMemory(services, ids),
  ])
  const isPictured = automation.screenshots !== 'none'
  const { secrets = [] } = run
  const createHealer = () => createStepHealer(services, ids, { learned, memory, isPictured }, secrets)
  if (!(await reachSignedIn(login, prepared, { ...run, createHealer }))) return
  const captured = await captureSession(run.context)
  await services.db.transaction(async (tx) => {
    await learned.save(tx)
    await memory.save(tx)
    await saveSession(tx, services, { ...execution, automationId: automation.id }, captured)
  })
}

/**
 * Begins with the saved session of the other automation, looks at the page that shows whether it is signed in, performs the steps
 * of the other automation where it is not, and looks once more.
 *
 * @returns whether those steps were performed
 *
 * @throws an Error that says why it is not signed in
 */
export async function reachSignedIn(
  login: Login,
  { automation, variables, session }: SignIn,
  { context, page, steps, createHealer, ...run }: SigningIn & { createHealer?: () => StepHealer },
): Promise<boolean> {
  if (session) await restoreSession(context, session)
  const { secrets = [] } = run
  const perform = async (otherwise: StoredAction[], shown?: StepResult[]): Promise<boolean> => {
    const actions = look(login, otherwise)
    const performed = shown ?? pendingSteps(actions)
    const healer = createHealer?.()
    const { error } = await runActions({
      ...run,
      ...variables,
      secrets,
      page,
      actions,
      steps: performed,
      ...(healer && { healer }),
    })
    if (error !== null) throw new Error(`The login “${automation.name}” failed: ${error}`)
    // The first of the other steps is performed only where it is not signed in.
    return performed[2]!.runs === 0
  }
  if (await perform(automation.actions, steps)) return false
  if (await perform([{ type: 'wait', name: 'It is not', durationMs: 1 }])) return true
  throw new Error(`The login “${automation.name}” did not sign in`)
}

const look = ({ url, loggedIn }: Login, otherwise: StoredAction[]): StoredAction[] => [
  { type: 'navigate', name: 'Open the page that shows whether it is signed in', url },
  {
    type: 'if',
    name: 'Is it signed in?',
    condition: loggedIn,
    timeoutMs: LOOK_MS,
    steps: [],
    else: otherwise,
  },
]

/** A page that redirects to its login may show something else before. */
const LOOK_MS = 3000
