import { quantile, row, type Row } from '../../harness/report.ts'
import { openBed, type Bed } from './bed.ts'
import { actionsOn, startSite } from '../../harness/site.ts'
import { timeScoring } from './time-scoring.ts'

const warmUps = 5
const rounds = 60
const atATime = 2
const turns = 3
const runsInATurn = 40

/**
 * The same five steps with the same screenshots as a run of an automation and in bare Playwright, in turn. The overhead
 * is that over a browser which is warm; runs a minute are compared with a browser launched for each, as ours have.
 */
export async function bench(say: (line: string) => void): Promise<Row[]> {
  const site = await startSite()
  const bed = await openBed()
  try {
    const automations = await Promise.all(
      Array.from({ length: 2 * atATime }, () => createAutomation(bed, site.url)),
    )
    await measureInTurn(bed, automations[0]!, site.url, warmUps)
    say(`${rounds} rounds of one run each, one at a time`)
    const { ours, bare } = await measureInTurn(bed, automations[0]!, site.url, rounds)
    say(`${turns} turns of ${runsInATurn} runs each, ${atATime} at a time`)
    const rates = await measureRates(bed, automations, site.url)
    return [
      overhead('overhead of a run, p50', ours, bare, 0.5, 25),
      overhead('overhead of a run, p95', ours, bare, 0.95, 60),
      row('runs per minute', rates.ours, 'runs/min', { reference: rates.bare, atLeast: 0.9, ofRatio: true }),
      row('to score 500 candidates, p95', quantile(await timeScoring(), 0.95), 'ms', { atMost: 50 }),
    ]
  } finally {
    await bed.close()
    site.close()
  }
}

function overhead(metric: string, ours: number[], bare: number[], share: number, atMost: number): Row {
  const [value, reference] = [quantile(ours, share), quantile(bare, share)]
  return { ...row(metric, value - reference, 'ms', { atMost }), reference: Math.round(reference) }
}

async function measureInTurn(bed: Bed, automation: string, url: string, times: number) {
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < times; round += 1) {
    const measureOurs = async () => void ours.push(await run(bed, automation))
    const measureBare = async () => void bare.push(...(await bed.bare({ url, runs: 1, atATime: 1 })))
    // The order changes: one may be slower after the other.
    const order = round % 2 === 0 ? [measureOurs, measureBare] : [measureBare, measureOurs]
    for (const measure of order) await measure()
  }
  return { ours, bare }
}

async function measureRates(
  bed: Bed,
  automations: string[],
  url: string,
): Promise<{ ours: number; bare: number }> {
  const ours: number[] = []
  const bare: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const startedAt = performance.now()
    let left = runsInATurn
    const trigger = async (automation: string): Promise<void> => {
      while (left-- > 0) await run(bed, automation)
    }
    // Twice as many automations as run at a time, so that a run is always waiting when one ends.
    await Promise.all(automations.map(trigger))
    const between = performance.now()
    await bed.bare({ url, runs: runsInATurn, atATime, launches: true })
    ours.push(runsInATurn / ((between - startedAt) / 60_000))
    bare.push(runsInATurn / ((performance.now() - between) / 60_000))
  }
  return { ours: quantile(ours, 0.5), bare: quantile(bare, 0.5) }
}

async function createAutomation({ origin, headers }: Bed, url: string): Promise<string> {
  const response = await fetch(`${origin}/api/v1/automations`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'Search', actions: actionsOn(url) }),
  })
  return ((await response.json()) as { id: string }).id
}

/** Returns the time from the trigger to the event that the run is completed, in ms. */
async function run({ origin, headers }: Bed, automation: string): Promise<number> {
  const startedAt = performance.now()
  const triggered = await fetch(`${origin}/api/v1/automations/${automation}/trigger`, {
    method: 'POST',
    headers,
    body: '{}',
  })
  const { executionId } = (await triggered.json()) as { executionId: string }
  const events = await fetch(`${origin}/api/v1/executions/${executionId}/events`, { headers })
  const text = await events.text()
  const durationMs = performance.now() - startedAt
  const last = text.slice(text.lastIndexOf('data: ') + 'data: '.length)
  const { status } = JSON.parse(last) as { status: string }
  if (status !== 'completed') throw new Error(last)
  return durationMs
}
