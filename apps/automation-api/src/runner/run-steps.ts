import type { BrowserContext, Page } from 'playwright-core'
import { readArtifact } from '../artifacts/read-artifact.ts'
import { storeArtifact } from '../artifacts/store-artifact.ts'
import type { Outcome } from '../executions/end-execution.ts'
import { createProgressRecorder } from '../executions/progress/progress-recorder.ts'
import type { StartedExecution } from '../executions/start-execution.ts'
import { readAccountFile } from '../files/open-file.ts'
import type { RunnerServices } from '../services.ts'
import { saveSession, type CapturedSession } from '../sessions/save-session.ts'
import { applySettings } from './browser/apply-settings.ts'
import type { BegunRun } from './browser/prepare-runs.ts'
import { keepLists, limitArtifacts } from './evidence/run-artifacts.ts'
import { handOverRun } from './hand-over-run.ts'
import { createStepHealer } from './heal-steps.ts'
import type { HealMemory } from './elements/heal-memory.ts'
import type { LearnedElements } from './elements/learned-elements.ts'
import { maskExtracted } from './masking/mask-extracted.ts'
import { openRunVariables } from './open-run-variables.ts'
import { createRunTracer } from './evidence/run-tracer.ts'
import { listSignInSteps, prepareSignIn, signIn } from './sign-in.ts'
import { createRunCamera } from './evidence/run-camera.ts'
import { runActions } from './run-actions.ts'
import { captureSession, restoreSession } from './session-state.ts'
import type { WaitForPerson } from './step.ts'
import { watchProblems } from './evidence/watch-problems.ts'
import { withinRun } from './within-run.ts'
import { firstLine } from './first-line.ts'
import type { LimitedRunOptions } from './run-options.ts'

export async function runSteps(
  services: RunnerServices,
  { execution, automation }: StartedExecution,
  opened: BegunRun,
  options: LimitedRunOptions & { learned: LearnedElements; memory: HealMemory; session: string | undefined },
): Promise<Outcome> {
  const { learned, memory, session, signal } = options
  const { actions, recording } = automation
  const ids = { executionId: execution.id, automationId: automation.id }
  const variables = await openRunVariables(services, automation, execution)
  const { accountSecrets } = variables
  const login = automation.login && (await prepareSignIn(services, automation.login, execution.ownerId))
  const secrets = [...variables.secrets, ...(login?.variables.secrets ?? [])]
  const { context, page } = await withinRun(applySettings(opened, automation.browser, accountSecrets), signal)
  const before = login ? listSignInSteps(automation.login!, login) : []
  const recorder = createProgressRecorder(services, execution.id, actions, before)
  const own = recorder.steps.slice(before.length)
  const stopBefore = execution.validation?.stopBefore
  const isPictured = automation.screenshots !== 'none'
  const camera = createRunCamera(context, {
    automation,
    stopBefore,
    steps: own,
    secrets,
  })
  if (session) await restoreSession(context, session)

  const keep = limitArtifacts((file) =>
    storeArtifact(services, { executionId: execution.id, ownerId: execution.ownerId }, file),
  )
  // What a trace has of a page and its requests cannot be freed of secrets.
  const hasSecrets = secrets.length > 0 || session !== undefined || execution.saveSession || login !== null
  const tracer = await createRunTracer(context, hasSecrets ? 'none' : (automation.trace ?? 'failures'), keep)
  const live = options.live?.open(execution.id, context, page)
  watchProblems(context, { steps: recorder.steps, secrets, isPaused: () => live?.isHandedOver === true })
  const handedOver = { ...options, context, tracer, live }
  const usual = {
    page,
    signal,
    secrets,
    storage: services.storage,
    keep,
    readArtifact: (id: string) => readArtifact(services, execution.ownerId, id),
    readAccountFile: (name: string) => readAccountFile(services, execution.ownerId, name),
    aliasUrl: services.aliasUrl,
    since: execution.startedAt ?? undefined,
    waitForPerson: (...asked: Parameters<WaitForPerson>) =>
      handOverRun(services, execution, ...asked, handedOver),
    onPage: (current: Page) => live?.change({ page: current }),
    defaultTimeoutMs: recording?.timeoutMs ?? options.stepTimeoutMs ?? 15_000,
    inVain: options.inVain,
  }
  if (login) {
    const signedIn = signIn(
      services,
      execution,
      automation.login!,
      { ...login, ...(session && { session: undefined }) },
      { ...usual, context, steps: before, onChange: recorder.changed },
    )
    const error = await signedIn.then(() => null, firstLine)
    if (error !== null && !signal.aborted) {
      await recorder.finish()
      return { error, steps: recorder.steps }
    }
    signal.throwIfAborted()
  }
  const ran = await runActions({
    ...usual,
    ...variables,
    secrets,
    actions,
    steps: own,
    tracer,
    // A validation tests the steps as they are written, without healing.
    ...(execution.validation
      ? { isStrict: true, stopBefore }
      : { healer: createStepHealer(services, ids, { learned, memory, isPictured }, secrets) }),
    onChange: recorder.changed,
    async onEnd(index, current) {
      // What a person has done is theirs.
      const isTheirs = own[index]!.type === 'handOver' && live?.wasControlled
      if (signal.aborted || isTheirs) return
      const screenshot = await camera.look(current, index)
      if (screenshot) recorder.addScreenshot(before.length + index, screenshot)
      const { status, name, error } = own[index]!
      if (status === 'failed') await tracer.recordFailure(current, name, error ?? '')
    },
  })
  if (!signal.aborted) await withinRun(tracer.finish(), signal).catch(() => {})
  const shown = { ...ran, extractedData: maskExtracted(actions, ran.extractedData, secrets) }
  const { extractedData, error } = await keepLists(actions, shown, keep)
  const saved =
    execution.saveSession && !signal.aborted ? await withinRun(capture(context), signal) : undefined
  await recorder.finish()
  return {
    extractedData,
    steps: recorder.steps,
    error: error ?? saved?.error ?? null,
    async finish(tx, running) {
      await learned.save(tx)
      await memory.save(tx)
      await camera.saveFailure(tx, execution.id)
      return saved?.captured ? saveSession(tx, services, running, saved.captured) : null
    },
  }
}

async function capture(context: BrowserContext): Promise<{ captured?: CapturedSession; error?: string }> {
  try {
    return { captured: await captureSession(context) }
  } catch (error) {
    return { error: `The session could not be saved: ${firstLine(error)}` }
  }
}
