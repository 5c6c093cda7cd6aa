import { quantile, row, type Row } from '../../harness/report.ts'
import type { Bed } from './bed.ts'
import type { Acknowledged } from './load.ts'
import { readEvents, readExecutions, type Ended } from './read-log.ts'
import type { Runner } from './start-runner.ts'
import { readEnds } from './watch-ends.ts'

const lost = 'Runner lost'
const stopped = 'Stopped by user'
const longestStopMs = 1_000

/** Compares what the API acknowledged, the executions, their events, and the faults of their runners. */
export async function reconcile(
  { db, runners }: Bed,
  { executions: accepted, stops, deleted }: Acknowledged,
  firstSeen: Map<string, string>,
  say: (line: string) => void,
): Promise<Row[]> {
  const executions = await readExecutions(db)
  const events = await readEvents(db)
  const endsOf = (id: string) => (events.get(id) ?? []).filter((event) => event !== 'started')
  const all = [...executions.values()]
  const ended = all.filter(({ completedAt }) => completedAt !== undefined)
  const runs = ended.map((execution) => ({ ...execution, runner: findRunner(runners, execution) }))

  const vanished = [...accepted].filter(
    ([id, { automationId }]) => !executions.has(id) && !deleted.has(automationId),
  )
  const unended = all.filter(({ completedAt }) => completedAt === undefined)
  const known = new Set([...accepted.keys(), ...executions.keys(), ...events.keys()])
  const silent = [...known].filter((id) => endsOf(id).length === 0)
  const twice = [...known].filter((id) => endsOf(id).length > 1)
  const startedTwice = [...events].filter(
    ([, names]) => names.filter((event) => event === 'started').length > 1,
  )
  const mismatched = ended.filter(({ id, status }) => endsOf(id).some((event) => event !== status))
  const changed = [...(await readEnds(db))].filter(([id, hash]) => (firstSeen.get(id) ?? hash) !== hash)

  const orphaned = runs.filter(hadRunnerKilled)
  const stoppedIds = new Set(stops.map(({ executionId }) => executionId))
  const miscalled = orphaned.filter(
    ({ id, error }) => error !== lost && !(error === stopped && stoppedIds.has(id)),
  )
  const wronglyLost = runs.filter((run) => run.error === lost && !hadRunnerKilled(run))
  const drained = runs.filter(isDrained)
  // A run whose browser was killed at the same time has its error from that.
  const cut = drained.filter((run) => ![null, stopped].includes(run.error) && !hadBrowserKilled(run))
  const notStopped = runs.filter(
    (run) => stoppedIds.has(run.id) && run.error !== stopped && !hadRunnerKilled(run),
  )
  const unexplained = runs.filter(
    (run) => ![null, lost, stopped].includes(run.error) && !hadBrowserKilled(run) && !cut.includes(run),
  )

  const orphanedIds = new Set(orphaned.map(({ id }) => id))
  const measured = stops.filter(({ executionId }) => !orphanedIds.has(executionId))
  const stopOfOrphanMs = stops.flatMap(({ executionId, durationMs }) =>
    orphanedIds.has(executionId) ? (durationMs ?? []) : [],
  )
  const stopMs = measured.flatMap(({ durationMs }) => durationMs ?? [])
  const stopOfRunMs = measured.flatMap(({ executionId, durationMs }) =>
    executions.get(executionId)?.startedAt === undefined ? [] : (durationMs ?? []),
  )
  const lostMs = orphaned.map(({ completedAt, runner }) => completedAt! - runner!.killedAt!)

  const list = (what: string, found: Ended[]) => {
    for (const { id, error, status, startedAt, completedAt } of found)
      say(`  ${what} ${id}: ${status}, ${error}, from ${iso(startedAt)} to ${iso(completedAt)}`)
  }
  for (const [id] of vanished) say(`  LOST ${id}: accepted, and not there`)
  for (const id of [...silent, ...twice]) say(`  ${id} has the events ${events.get(id)?.join(', ') ?? '–'}`)
  for (const [id] of changed) say(`  CHANGED AFTER ITS END ${id}`)
  list('LOST', unended)
  list('runner killed, but', miscalled)
  list('lost, but its runner was not killed:', wronglyLost)
  list('DRAINED AND CUT', cut)
  list('stopped, but', notStopped)
  for (const { executionId, acceptedAfterMs, durationMs } of measured) {
    const { startedAt, completedAt } = executions.get(executionId) ?? {}
    if ((durationMs ?? 0) > longestStopMs)
      say(
        `  SLOW STOP ${executionId}: ${Math.round(durationMs!)} ms, accepted after ${Math.round(acceptedAfterMs)} ms, ` +
          `from ${iso(startedAt)} to ${iso(completedAt)}`,
      )
  }
  list('failed without a cause:', unexplained)

  const withError = (error: string) => ended.filter((each) => each.error === error)
  const others = ended.filter(({ error }) => ![null, lost, stopped].includes(error))
  return [
    count('accepted', [...accepted], false),
    count(
      'of automations that were deleted',
      [...known].filter((id) => !executions.has(id)),
      false,
    ),
    count(
      'completed',
      ended.filter(({ error }) => error === null),
      false,
    ),
    count(`failed: ${stopped}`, withError(stopped), false),
    count(`failed: ${lost}`, withError(lost), false),
    count('failed with their browser', others, false),
    count('failed without a cause', unexplained),
    count('lost: accepted, and not there or never ended', [...vanished, ...unended]),
    count('ended without an event', silent),
    count('ended twice', twice),
    count('begun twice', startedTwice),
    count('ended otherwise than the event says', mismatched),
    count('changed after the end', changed),
    row('stops of runs', stopOfRunMs.length, 'stops'),
    row('stops of what waited', stopMs.length - stopOfRunMs.length, 'stops'),
    row('stop of a run to its end, p50', quantile(stopOfRunMs, 0.5), 'ms'),
    row('stop of a run to its end, p99', quantile(stopOfRunMs, 0.99), 'ms'),
    row('any stop to the end, max', Math.max(0, ...stopMs), 'ms', { atMost: longestStopMs }),
    row('that of a run whose runner was killed, max', Math.max(0, ...stopOfOrphanMs), 'ms', {
      atMost: 10_000,
    }),
    count('stopped, but ended otherwise', notStopped),
    row('kill of the runner to the end of its runs, max', Math.max(0, ...lostMs) / 1000, 's', { atMost: 30 }),
    count('not failed though their runner was killed', miscalled),
    count('failed as lost though their runner was not', wronglyLost),
    count('under way at a SIGTERM', drained, false),
    count('under way at a SIGTERM and cut', cut),
  ]
}

const count = (metric: string, { length }: unknown[], bounded = true) =>
  row(metric, length, 'executions', bounded ? { atMost: 0 } : {})

type Run = Ended & { runner: Runner | undefined }

/** The runner that logged the execution last before it started. */
function findRunner(runners: Runner[], { id, startedAt }: Ended): Runner | undefined {
  if (startedAt === undefined) return undefined
  return runners
    .filter(({ taken }) => (taken.get(id) ?? Infinity) <= startedAt)
    .toSorted((one, other) => other.taken.get(id)! - one.taken.get(id)!)[0]
}

/** Whether the runner of a run was killed before the run ended. */
const hadRunnerKilled = ({ runner, completedAt }: Run) =>
  runner?.killedAt !== undefined && completedAt! > runner.goneAt!

const isDrained = ({ runner, completedAt }: Run) =>
  runner?.drainedFrom !== undefined && completedAt! >= runner.drainedFrom

// A run that starts this long after its browser was killed may still be given that browser.
const noticedMs = 1_000

const hadBrowserKilled = ({ runner, startedAt, completedAt }: Run) =>
  runner?.browserKilledAt.some((at) => at >= startedAt! - noticedMs && at <= completedAt!) ?? false

const iso = (ms: number | undefined) => (ms === undefined ? '–' : new Date(ms).toISOString().slice(11, -1))
