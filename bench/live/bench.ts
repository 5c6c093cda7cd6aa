import { setTimeout } from 'node:timers/promises'
import { runStart } from '../../e2e/start-stack.ts'
import { quantile, row, type Row } from '../../harness/report.ts'
import { withoutLimits } from '../../harness/without-limits.ts'
import { createAccount, type Account, type Watched } from './account.ts'
import { watchBare } from './bare.ts'
import { startChangingSite, type ChangingSite } from './site.ts'

const changes = 40
const watchMs = 10_000
const manyMs = 20_000
const lostMs = 10_000
const looked = 5
const unlooked = 15

/**
 * The live view of a run as the dashboard's page gets it, through the dashboard's server, the API and the runner, beside a
 * bare screencast of the same page: the time from a change to its picture, and what a page that moves costs. Then twenty
 * runs at once, of which five are looked at.
 */
export async function bench(say: (line: string) => void): Promise<Row[]> {
  const site = await startChangingSite()
  const stack = await runStart({
    // Two more for the runs before.
    RUNNER_CONCURRENCY: String(looked + unlooked + 2),
    ...withoutLimits,
  })
  const bare = await watchBare()
  try {
    const account = await createAccount(stack.dashboardUrl)
    say(`${changes} changes of a page, one at a time`)
    const told = `${site.url}/told`
    const ours = await measureLatency(site, await account.watch(await account.run(told), true))
    const reference = await measureLatency(site, await bare.open(told))
    say(`a page that changes ten times a second, for ${watchMs / 1000} s each`)
    const moving = `${site.url}/moving`
    const execution = await account.run(moving)
    const close = await measureRate(await account.watch(execution, true), watchMs)
    const distant = await measureRate(await account.watch(execution, false), watchMs)
    const bareRate = await measureRate(await bare.open(moving), watchMs)
    say(`${looked} views that are looked at beside ${unlooked} that are not, for ${manyMs / 1000} s`)
    const many = await measureMany(account, site.url)
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
      row(`${looked} of ${looked + unlooked}, pictures of the slowest`, Math.min(...many.looked), '/s', {
        atLeast: 9,
      }),
      row(`${looked} of ${looked + unlooked}, longest pause, p95`, many.pauseMs, 'ms'),
      row(`${unlooked} not looked at, pictures of the slowest`, Math.min(...many.unlooked), '/s', {
        atLeast: 0.8,
      }),
    ]
  } finally {
    await bare.close()
    await stack.stop()
    site.close()
  }
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

/** Those that are looked at change ten times a second, the others every second: their pages alone would fill two cores. */
async function measureMany(account: Account, siteUrl: string) {
  const executions: string[] = []
  for (let count = 0; count < looked + unlooked; count += 1)
    executions.push(await account.run(`${siteUrl}/${count < looked ? 'moving' : 'ticking'}`))
  const views = await Promise.all(executions.map((id, index) => account.watch(id, index < looked)))
  await setTimeout(3000)
  const before = views.map(({ pictures }) => pictures.length)
  await setTimeout(manyMs)
  const seen = views.map(({ pictures }, index) => pictures.slice(before[index]))
  const pauses = seen
    .slice(0, looked)
    .flatMap((pictures) => pictures.slice(1).map(({ at }, index) => at - pictures[index]!.at))
  for (const view of views) view.close()
  const rates = seen.map((pictures) => pictures.length / (manyMs / 1000))
  return {
    looked: rates.slice(0, looked),
    unlooked: rates.slice(looked),
    pauseMs: quantile(pauses, 0.95),
  }
}
