import { setTimeout } from 'node:timers/promises'
import type { Bed } from './bed.ts'
import type { SeededRandom } from '../../harness/seeded-random.ts'
import { findBelow, readProcesses, type SeenProcess } from './processes.ts'
import type { Runner } from './start-runner.ts'

export interface Faults {
  /** The descendants of runners when these were killed. */
  descendants: SeenProcess[]
  /** From each kill of a runner until all its descendants had ended. */
  goneAfterMs: number[]
}

const killings = 7
const drains = 5
const browserKillings = 6
const apiRestarts = 3
const goneWithinMs = 10_000

/** Kills and drains runners, kills browsers and restarts the API, each several times, in a random order over `durationMs`. */
export async function injectFaults(
  bed: Bed,
  { random, durationMs, log }: { random: SeededRandom; durationMs: number; log: (line: string) => void },
): Promise<Faults> {
  const faults: Faults = { descendants: [], goneAfterMs: [] }
  const endings: Promise<void>[] = []
  const pickRunner = (): Runner =>
    random.pick(
      bed.runners.filter(({ goneAt, drainedFrom }) => goneAt === undefined && drainedFrom === undefined),
    )

  async function killRunner(): Promise<void> {
    const runner = pickRunner()
    log(`kill -9 of ${runner.name}`)
    const below = findBelow(await readProcesses(bed.mark), runner.child.pid!)
    faults.descendants.push(...below)
    runner.killedAt = Date.now()
    runner.child.kill('SIGKILL')
    endings.push(waitUntilGone(below))
    await bed.addRunner()
  }

  async function waitUntilGone(below: SeenProcess[]): Promise<void> {
    const since = performance.now()
    while (performance.now() - since < goneWithinMs) {
      const processes = await readProcesses(bed.mark)
      if (!below.some((each) => processes.get(each.pid)?.startedAt === each.startedAt)) break
      await setTimeout(20)
    }
    faults.goneAfterMs.push(performance.now() - since)
  }

  async function drainRunner(): Promise<void> {
    const runner = pickRunner()
    log(`SIGTERM to ${runner.name}`)
    runner.drainedFrom = Date.now()
    runner.child.kill('SIGTERM')
    endings.push(
      runner.gone.then((code) => {
        const seconds = ((runner.goneAt! - runner.drainedFrom!) / 1000).toFixed(1)
        log(`  ${runner.name} ended after ${seconds} s with ${code}`)
      }),
    )
    await bed.addRunner()
  }

  async function killBrowser(): Promise<void> {
    const runner = pickRunner()
    const below = findBelow(await readProcesses(bed.mark), runner.child.pid!)
    const browsers = below.filter(
      ({ commandLine }) => commandLine.includes('--user-data-dir=') && !commandLine.includes('--type='),
    )
    // Debian starts Chromium from a shell script that waits for it: the browser is the script's child.
    const browser = browsers.find(({ pid }) => !browsers.some(({ parent }) => parent === pid))
    log(`kill -9 of the browser of ${runner.name}${browser ? '' : ', which has none'}`)
    if (!browser) return
    runner.browserKilledAt.push(Date.now())
    process.kill(browser.pid, 'SIGKILL')
  }

  async function restartApi(): Promise<void> {
    const signal = random.pick(['SIGKILL', 'SIGTERM'] as const satisfies NodeJS.Signals[])
    log(`restart of the API by ${signal}`)
    await bed.restartApi(signal)
  }

  const actions = random.shuffle([
    ...Array.from({ length: killings }, () => killRunner),
    ...Array.from({ length: drains }, () => drainRunner),
    ...Array.from({ length: browserKillings }, () => killBrowser),
    ...Array.from({ length: apiRestarts }, () => restartApi),
  ])
  const startedAt = performance.now()
  for (const [index, inject] of actions.entries()) {
    const at = ((index + 0.3 + random.upTo(0.7)) / actions.length) * durationMs
    await setTimeout(Math.max(0, startedAt + at - performance.now()))
    await inject()
  }
  await Promise.all(endings)
  return faults
}
