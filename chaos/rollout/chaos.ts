import { setTimeout } from 'node:timers/promises'
import { until } from '../../harness/delivery/bed.ts'
import { row, type Row } from '../../harness/report.ts'
import { actionsOn, startSite } from '../../harness/site.ts'
import { openBed } from '../upgrade/bed.ts'
import { countRequests } from '../upgrade/count-requests.ts'
import { registerPerson } from '../upgrade/person.ts'

const runners = 3
const runsOfEach = 2
const usualSeconds = 300
const startLimitMs = 120_000

/**
 * Replaces three runners that are all in the middle of long runs, and makes short runs meanwhile: none may be lost, and the
 * new runners do the short ones at once. A number on the command line is how many seconds a long run takes, by default the
 * longest that one step waits.
 */
export async function chaos(say: (line: string) => void): Promise<Row[]> {
  const seconds = Number(process.argv[3] ?? usualSeconds)
  const site = await startSite()
  const bed = await openBed()
  try {
    const kindOf = (name: string) => bed.kinds.find((kind) => kind.name === name)!
    for (const name of ['dashboard', 'automation-api', 'alias-api']) await bed.fleet.add(kindOf(name))
    const runner = kindOf('automation-runner')
    for (let count = 0; count < runners; count += 1) await bed.fleet.add(runner)

    const request = countRequests({ made: 0, fine: 0, failed: [], broken: [], odd: [] })
    const { key: headers } = await registerPerson(bed, request)
    const url = `${bed.urls.automation}/api/v1`
    const must = async (path: string, body: object, expect: number): Promise<Record<string, string>> => {
      const answer = await request('POST', `${url}${path}`, { headers, body, expect })
      if (!answer) throw new Error(`${path} was not answered with ${expect}`)
      return answer.body as Record<string, string>
    }
    // Each of an automation of its own, which runs once at a time.
    const startRuns = (actions: object[]): Promise<string[]> =>
      Promise.all(
        Array.from({ length: runners * runsOfEach }, async () => {
          const { id } = await must('/automations', { name: 'Rollout', actions }, 201)
          return (await must(`/automations/${id}/trigger`, {}, 202)).executionId!
        }),
      )
    const statusOf = async (id: string): Promise<string> => {
      const seen = await request('GET', `${url}/executions/${id}`, { headers, expect: 200 })
      return (seen?.body as { status?: string } | undefined)?.status ?? 'unknown'
    }
    const allAre = async (ids: string[], ...wanted: string[]): Promise<boolean> =>
      (await Promise.all(ids.map(statusOf))).every((status) => wanted.includes(status))
    const ended = ['completed', 'failed']
    const countLost = async (ids: string[]): Promise<number> =>
      (await Promise.all(ids.map(statusOf))).filter((status) => status !== 'completed').length

    const opening = actionsOn(site.url).slice(0, 1)
    const long = await startRuns([...opening, { name: 'stay', type: 'wait', durationMs: seconds * 1000 }])
    await until('the long runs', () => allAre(long, 'running'), startLimitMs)
    say(`${long.length} runs of ${seconds} s are under way; all ${runners} runners are replaced`)
    const replacing = Promise.all(Array.from({ length: runners }, () => bed.fleet.replaceOldest(runner)))
    // Until the old ones have been told to stop, they might take what is new.
    await setTimeout(1000)
    const short = await startRuns(actionsOn(site.url))
    await until('the short runs', () => allAre(short, ...ended), startLimitMs)
    const wasDraining = await allAre(long, 'running')
    const endings = await replacing
    await until('the long runs to end', () => allAre(long, ...ended), startLimitMs)
    const drainedMs = Math.max(...endings.map(({ afterMs }) => afterMs))
    return [
      row('long runs lost', await countLost(long), `of ${long.length}`, { atMost: 0 }),
      row('short runs lost meanwhile', await countLost(short), `of ${short.length}`, { atMost: 0 }),
      row('short runs done while the old runners drained', wasDraining ? 1 : 0, '', { atLeast: 1 }),
      row('runners that did not end by themselves', endings.filter(({ code }) => code !== 0).length, '', {
        atMost: 0,
      }),
      row('the slowest ended after SIGTERM', drainedMs / 1000, 's'),
    ]
  } finally {
    await bed.close()
    site.close()
  }
}
