import type { Page } from 'playwright-core'
import type { Logger } from '@waypost/http'
import { listVariables } from '../../automations/variables/list-variables.ts'
import type { recordings } from '../../db/recording-tables.ts'
import { applySettings } from '../../runner/browser/apply-settings.ts'
import type { BegunRun, PreparedRuns } from '../../runner/browser/prepare-runs.ts'
import { firstLine } from '../../runner/first-line.ts'
import type { LiveRuns } from '../../runner/live/live-runs.ts'
import { restoreSession } from '../../runner/session-state.ts'
import { withinRun } from '../../runner/within-run.ts'
import type { RunnerServices } from '../../services.ts'
import { openSession } from '../../sessions/open-session.ts'
import { endRecording } from '../end-recording.ts'
import { Ended, type RecordingEnd } from '../recording-end.ts'
import { keepRecordingAlive } from '../keep-recording-alive.ts'
import { remainingMs } from '../remaining-ms.ts'
import { createRecorder } from './create-recorder.ts'
import { performBefore, prepareBefore } from './perform-before.ts'
import { saveDraft } from './save-draft.ts'

export interface RecordOptions {
  browsers: Pick<PreparedRuns, 'openRun'>
  live: LiveRuns
  logger: Pick<Logger, 'error'>
  /** Ends it early, with the signal's reason. */
  signal: AbortSignal
  idleMs?: number
  longestMs?: number
  heartbeatMs?: number
}

const MINUTE_MS = 60_000

/**
 * Works on one recording until it ends: opens a browser, lets its owner act in it, and stores the steps as they come. The
 * browser is closed whatever happens.
 *
 * @returns by what it was ended
 */
export async function record(
  services: RunnerServices,
  row: typeof recordings.$inferSelect,
  options: RecordOptions,
): Promise<RecordingEnd> {
  const { idleMs = 5 * MINUTE_MS, longestMs = 60 * MINUTE_MS, heartbeatMs = 500 } = options
  const ending = new AbortController()
  const end = (by: RecordingEnd, message: string | null) => ending.abort(new Ended(by, message))
  const left = await remainingMs(services, row.ownerId)
  const limit = setTimeout(
    () =>
      left < longestMs
        ? end('day_limit', 'The recording minutes of the day are used up')
        : end('time_limit', 'It took too long'),
    Math.min(longestMs, left),
  )
  let idle: NodeJS.Timeout | undefined
  const onInput = (): void => {
    clearTimeout(idle)
    idle = setTimeout(
      () => end('idle', `Nothing was done for ${Math.round(idleMs / MINUTE_MS)} minutes`),
      idleMs,
    )
  }
  const heartbeat = setInterval(() => {
    keepRecordingAlive(services, row.id).then(
      (isAlive) => isAlive || end('deleted', 'Deleted'),
      // A database that is unavailable for a moment is no reason to end it.
      () => {},
    )
  }, heartbeatMs)
  const signal = AbortSignal.any([options.signal, ending.signal])
  const finish = () => end('person', null)
  const opening = options.browsers.openRun()
  try {
    const reason: unknown = await recordIn(services, row, {
      ...options,
      opening,
      signal,
      onInput,
      finish,
    }).catch((thrown: unknown) => thrown)
    // Before its views are closed, which tells its person that it can be saved.
    await endRecording(services, row.id, reason instanceof Ended ? reason.told : firstLine(reason))
    if (reason instanceof Ended) return reason.by
    return options.signal.aborted ? 'runner_stopped' : 'failed'
  } finally {
    clearTimeout(limit)
    clearTimeout(idle)
    clearInterval(heartbeat)
    await opening.then(
      (opened) => opened.close(),
      () => {},
    )
  }
}

interface UnderWay extends Omit<RecordOptions, 'browsers'> {
  opening: Promise<BegunRun>
  onInput: () => void
  finish: () => void
}

/** Rejects with the reason of the end. */
async function recordIn(
  services: RunnerServices,
  row: typeof recordings.$inferSelect,
  { opening, live, logger, onInput, finish, ...options }: UnderWay,
): Promise<never> {
  const opened = await withinRun(opening, options.signal)
  const signal = AbortSignal.any([options.signal, opened.exceeded])
  const before = await prepareBefore(services, row)
  const { context, page } = await withinRun(
    applySettings(opened, before?.automation.browser ?? null, before?.accountSecrets ?? {}),
    signal,
  )
  const session = row.sessionId && (await openSession(services, row.ownerId, row.sessionId))
  if (row.sessionId && !session) throw new Error('The session is not there any more')
  if (session) await restoreSession(context, session)
  const shown = live.open(row.id, context, page)
  const onPage = (each: Page) => shown.change({ page: each })
  const current = before
    ? await performBefore(services, row, before, { context, page, signal, onPage })
    : page
  const saver = saveDraft(services, row, {
    read: () => recorder.read(),
    onStored: (steps) => recorder.stored(steps),
    onError: (err) => logger.error({ err, recordingId: row.id }, 'could not store recorded steps'),
  })
  const recorder = createRecorder({
    context,
    page: current,
    signal,
    egress: services.egress,
    taken: {
      steps: before?.automation.actions.map(({ name }) => name) ?? [],
      variables: before ? listVariables(before.automation.actions) : [],
    },
    onChange: () => saver.changed(),
    onInput,
    onFinish: finish,
  })
  shown.change({ page: current, recorder: recorder.view, isHandedOver: true })
  onInput()
  const gone = new Promise<never>((_resolve, reject) => {
    context.once('close', () => {
      void opened.whyEnded().then((reason) => reject(new Error(reason ?? 'The browser has ended')))
    })
  })
  gone.catch(() => {})
  try {
    if (row.url !== null) await withinRun(recorder.begin(row.url), signal)
    return await withinRun(gone, signal)
  } finally {
    await recorder.end()
    await saver.flush()
  }
}
