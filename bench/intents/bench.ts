import { mkdir, writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { matchIntent, type IntentMatch } from '../../apps/automation-api/src/intents/matching/match-intent.ts'
import { quantile, row, type Row } from '../../harness/report.ts'
import { openBed, type Bed } from './bed.ts'
import { readAutomations } from './read-automations.ts'
import { readRequests, type KnownRequest } from './read-requests.ts'

/** When all requests are made: dates in words depend on it. A Monday. */
const MOMENT = { now: Date.UTC(2026, 10, 23, 12), timeZone: 'Europe/Berlin' }

interface Answer extends KnownRequest {
  outcome: IntentMatch['outcome']
  /** Keys of the automation that was matched, or of the candidates. */
  found: string[]
  filled: Record<string, string>
  durationMs: number
}

/**
 * How many requests in plain language match the automation that is meant, and how many would start a run that was not
 * requested.
 *
 * Automations and requests were written for this benchmark, before the code. The requests for about half of the
 * automations, and about half of those that fit no automation, are held out: weights, thresholds and lists of words were
 * chosen by the other half, and no result of a held-out request was ever read. The totals of the held-out half were read a
 * few times during the work, which continued until they were good enough, and one author wrote both halves and the code:
 * requests of other people may match less well.
 */
export async function bench(say: (line: string) => void): Promise<Row[]> {
  const [automations, requests] = await Promise.all([readAutomations(), readRequests()])
  const bed = await openBed(automations)
  try {
    const started = performance.now()
    // The first match describes all automations.
    await matchIntent(bed, bed.ownerId, 'anything')
    const firstMs = performance.now() - started
    say(`${automations.length} automations, ${requests.length} requests`)
    const answers: Answer[] = []
    for (const request of requests) answers.push(await answer(bed, request))
    await mkdir('.data/bench', { recursive: true })
    await writeFile('.data/bench/intents-answers.json', JSON.stringify(answers, null, 1))
    return [
      ...summarize(
        'tuning',
        answers.filter(({ isHeldOut }) => !isHeldOut),
      ),
      ...summarize(
        'held out',
        answers.filter(({ isHeldOut }) => isHeldOut),
      ),
      row(`first match, ${automations.length} automations described`, firstMs, 'ms'),
    ]
  } finally {
    await bed.close()
  }
}

async function answer({ db, ownerId, keys }: Bed, request: KnownRequest): Promise<Answer> {
  const started = performance.now()
  const match = await matchIntent({ db }, ownerId, request.text, {}, MOMENT)
  const durationMs = performance.now() - started
  const ids =
    match.outcome === 'matched'
      ? [match.automationId]
      : match.outcome === 'ambiguous'
        ? match.candidates.map(({ automationId }) => automationId)
        : []
  return {
    ...request,
    outcome: match.outcome,
    found: ids.map((id) => keys.get(id)!),
    filled: match.outcome === 'matched' ? match.variables : {},
    durationMs,
  }
}

function summarize(half: string, answers: Answer[]): Row[] {
  const isBound = half === 'held out'
  const matchable = answers.filter(({ meant }) => meant.length === 1)
  const right = matchable.filter(isRight)
  const nothing = answers.filter(({ meant }) => meant.length === 0)
  const ambiguous = answers.filter(({ meant }) => meant.length > 1)
  const runs = answers.filter(({ outcome }) => outcome === 'matched')
  const wrong = runs.filter((each) => !isRight(each))
  const filled = right.filter(({ variables, filled: values }) => isDeepStrictEqual(variables, values))
  const recognized = ambiguous.filter(
    ({ outcome, meant, found }) =>
      outcome === 'ambiguous' && meant.filter((key) => found.includes(key)).length > 1,
  )
  const kinds = [...new Set(matchable.map(({ kind }) => kind))]
  const durations = answers.map(({ durationMs }) => durationMs)
  return [
    row(
      `${half}, top-1 (${matchable.length} matchable)`,
      share(right, matchable),
      '%',
      isBound ? { atLeast: 92 } : {},
    ),
    ...kinds.map((kind) => {
      const ofKind = matchable.filter((each) => each.kind === kind)
      return row(
        `${half}, top-1, ${kind} (${ofKind.length})`,
        share(ofKind.filter(isRight), ofKind),
        '%',
        isBound && kind === 'paraphrase' ? { atLeast: 85 } : {},
      )
    }),
    row(
      `${half}, of which with the right variables`,
      share(filled, right),
      '%',
      isBound ? { atLeast: 100 } : {},
    ),
    row(
      `${half}, false resolutions of all (${answers.length})`,
      share(wrong, answers),
      '%',
      isBound ? { atMost: 5 } : {},
    ),
    row(
      `${half}, false resolutions of runs (${runs.length})`,
      share(wrong, runs),
      '%',
      isBound ? { atMost: 5 } : {},
    ),
    row(
      `${half}, run though nothing fits (${nothing.length})`,
      share(
        nothing.filter(({ outcome }) => outcome === 'matched'),
        nothing,
      ),
      '%',
      isBound ? { atMost: 2 } : {},
    ),
    row(`${half}, ambiguous recognized (${ambiguous.length})`, share(recognized, ambiguous), '%'),
    row(`${half}, time per match, p50`, quantile(durations, 0.5), 'ms'),
    row(`${half}, time per match, p95`, quantile(durations, 0.95), 'ms'),
  ]
}

const isRight = ({ outcome, meant, found }: Answer) =>
  outcome === 'matched' && meant.length === 1 && found[0] === meant[0]

const share = (part: Answer[], of: Answer[]) => (of.length === 0 ? 0 : (100 * part.length) / of.length)
