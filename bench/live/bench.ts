import { setTimeout } from 'node:timers/promises'
import { runStart } from '../../e2e/start-stack.ts'
import { quantile, row, type Row } from '../../harness/report.ts'
import { withoutLimits } from '../../harness/without-limits.ts'
import { createAccount, type Account, type Watched } from './account.ts'
import { watchBare } from './bare.ts'
import { longestPause, measureMany, programs, type Many, type Program } from './measure-many.ts'
import { startChangingSite, type ChangingSite } from './site.ts'

const changes = 40
const watchMs = 10_000
const lostMs = 10_000
const counts = { looked: 5, unlooked: 15 }

/**
 * The live view of a run as the dashboard's page gets it, through the dashboard's server, the API and the runner, beside a
 * bare screencast of the same page: the time from a change to its picture, and what a page that moves costs. Then twenty
 * runs at once, of which five are looked at, beside twenty bare browsers.
 */
export async function bench(say: (line: string) => void): Promise<Row[]> {
  const site = await startChangingSite()
  const stack = await runStart({
    // Two more, of which the ends may not have been seen yet.
    RUNNER_CONCURRENCY: String(counts.looked + counts.unlooked + 2),
    ...withoutLimits,
  })
  try {
    const account = await createAccount(stack.dashboardUrl)
    const one = await measureOne(site, account, say)
    const { looked, unlooked } = counts
    say(`${looked} views that are looked at beside ${unlooked} that are not`)
    const theirs = await measureManyBare(site)
    const ours = await measureMany(counts, async (path, closely) => {
      const { executionId } = await account.run(site.url + path)
      return account.watch(executionId, closely)
    })
    return [...one, ...compareMany(ours, theirs)]
  } finally {
    await stack.stop()
    site.close()
  }
}

async function measureOne(site: ChangingSite, account: Account, say: (line: string) => void): Promise<Row[]> {
  const bare = await watchBare()
  try {
    say(`${changes} changes of a page, one at a time`)
    const told = await account.run(`${site.url}/told`)
    const ours = await measureLatency(site, await account.watch(told.executionId, true))
    await told.stop()
    const reference = await measureLatency(site, await bare.open(`${site.url}/told`))
    say(`a page that changes ten times a second, for ${watchMs / 1000} s each`)
    const moving = await account.run(`${site.url}/moving`)
    const close = await measureRate(await account.watch(moving.executionId, true), watchMs)
    const distant = await measureRate(await account.watch(moving.executionId, false), watchMs)
    await moving.stop()
    const bareRate = await measureRate(await bare.open(`${site.url}/moving`), watchMs)
    return [
      row('change to picture, p50', quantile(ours, 0.5), 'ms', { reference: quantile(reference, 0.5) }),
      row('change to picture, p95', quantile(ours, 0.95), 'ms', {
        reference: quantile(reference, 0.95),
        atMost: 250,
      }),
      row('of a moving page', close.bytes / 1024, 'KiB/s', { reference: bareRate.bytes / 1024 }),
      row('of a moving page, pictures', close.pictures, '/s', { reference: bareRate.pictures }),
      row('of a moving page, not looked at', distant.bytes / 1024, 'KiB/s'),
      row('of a moving page, not looked at, pictures', distant.pictures, '/s', { atMost: 1.1 }),
    ]
  } finally {
    await bare.close()
  }
}

async function measureManyBare(site: ChangingSite): Promise<Many> {
  const bare = await watchBare({ browserForEach: true })
  try {
    return await measureMany(counts, (path) => bare.open(site.url + path))
  } finally {
    await bare.close()
  }
}

/** The processors are told because the pictures alone say little where something else uses them too. */
function compareMany(ours: Many, theirs: Many): Row[] {
  const of = `${counts.looked} of ${counts.looked + counts.unlooked}`
  return [
    row(`${of}, pictures of the slowest`, Math.min(...ours.looked), '/s', {
      reference: Math.min(...theirs.looked),
      atLeast: 9,
    }),
    row(`${of}, longest pause, p95`, longestPause(ours), 'ms', { reference: longestPause(theirs) }),
    row(`${counts.unlooked} not looked at, pictures of the slowest`, Math.min(...ours.unlooked), '/s', {
      reference: Math.min(...theirs.unlooked),
      atLeast: 0.8,
    }),
    ...(Object.keys(programs) as Program[]).map((program) =>
      row(`${of}, processors of ${program}`, ours.processors[program], '', {
        ...(theirs.processors[program] > 0 && { reference: theirs.processors[program] }),
      }),
    ),
  ]
}

/** The page rests before each change, so that the next picture is of it. */
async function measureLatency(site: ChangingSite, watched: Watched): Promise<number[]> {
  const latencies: number[] = []
  for (let change = 0; change < changes; change += 1) {
    await setTimeout(500 + Math.random() * 200)
    const before = watched.pictures.length
    const at = await site.change()
    const deadlineAt = performance.now() + lostMs
    while (watched.pictures.length === before) {
      if (performance.now() > deadlineAt) throw new Error(`Change ${change + 1} has no picture`)
      await setTimeout(1)
    }
    latencies.push(watched.pictures[before]!.at - at)
  }
  watched.close()
  return latencies
}

async function measureRate(watched: Watched, forMs: number): Promise<{ bytes: number; pictures: number }> {
  await setTimeout(2000)
  const before = watched.pictures.length
  await setTimeout(forMs)
  const seen = watched.pictures.slice(before)
  watched.close()
  const seconds = forMs / 1000
  return {
    bytes: seen.reduce((sum, { bytes }) => sum + bytes, 0) / seconds,
    pictures: seen.length / seconds,
  }
}
