import { setTimeout } from 'node:timers/promises'
import type { Bed } from './bed.ts'
import type { Chance } from './chance.ts'
import { findBelow, readProcesses, type SeenProcess } from './processes.ts'
import type { Runner } from './start-runner.ts'

export interface Trouble {
  /** The processes that were below a runner when it was killed. */
  bereaved: SeenProcess[]
  /** From the kill of a runner until all of them were gone. */
  goneAfterMs: number[]
}

const killings = 7
const drains = 5
const browserKillings = 6
const apiRestarts = 3
const goneWithinMs = 10_000

/** Everything that can happen to a process, each a few times in an order left to chance, over `durationMs`. */
export async function makeTrouble(
  bed: Bed,
  { chance, durationMs, tell }: { chance: Chance; durationMs: number; tell: (line: string) => void },
): Promise<Trouble> {
  const trouble: Trouble = { bereaved: [], goneAfterMs: [] }
  const partings: Promise<void>[] = []
  const pickRunner = (): Runner =>
    chance.pick(
      bed.runners.filter(({ goneAt, drainedFrom }) => goneAt === undefined && drainedFrom === undefined),
    )

  async function killRunner(): Promise<void> {
    const runner = pickRunner()
    tell(`kill -9 of ${runner.name}`)
    const below = findBelow(await readProcesses(bed.mark), runner.child.pid!)
    trouble.bereaved.push(...below)
    runner.killedAt = Date.now()
    runner.child.kill('SIGKILL')
    partings.push(watchThemGo(below))
    await bed.addRunner()
  }

  async function watchThemGo(below: SeenProcess[]): Promise<void> {
    const since = performance.now()
    while (performance.now() - since < goneWithinMs) {
      const processes = await readProcesses(bed.mark)
      if (!below.some((each) => processes.get(each.pid)?.startedAt === each.startedAt)) break
      await setTimeout(20)
    }
    trouble.goneAfterMs.push(performance.now() - since)
  }

  async function drainRunner(): Promise<void> {
    const runner = pickRunner()
    tell(`SIGTERM to ${runner.name}`)
    runner.drainedFrom = Date.now()
    runner.child.kill('SIGTERM')
    partings.push(
      runner.gone.then((code) => {
        const seconds = ((runner.goneAt! - runner.drainedFrom!) / 1000).toFixed(1)
        tell(`  ${runner.name} ended after ${seconds} s with ${code}`)
      }),
    )
    await bed.addRunner()
  }

  async function killBrowser(): Promise<void> {
    const runner = pickRunner()
    const below = findBelow(await readProcesses(bed.mark), runner.child.pid!)
    const browser = below.find(
      ({ commandLine }) => commandLine.includes('--user-data-dir=') && !commandLine.includes('--type='),
    )
    tell(`kill -9 of the browser of ${runner.name}${browser ? '' : ', which has none'}`)
    if (!browser) return
    runner.browserKilledAt.push(Date.now())
    process.kill(browser.pid, 'SIGKILL')
  }

  async function restartApi(): Promise<void> {
    const signal = chance.pick(['SIGKILL', 'SIGTERM'] as const satisfies NodeJS.Signals[])
    tell(`restart of the API by ${signal}`)
    await bed.restartApi(signal)
  }

  const bag = chance.shuffle([
    ...Array.from({ length: killings }, () => killRunner),
    ...Array.from({ length: drains }, () => drainRunner),
    ...Array.from({ length: browserKillings }, () => killBrowser),
    ...Array.from({ length: apiRestarts }, () => restartApi),
  ])
  const startedAt = performance.now()
  for (const [index, happen] of bag.entries()) {
    const at = ((index + 0.3 + chance.upTo(0.7)) / bag.length) * durationMs
    await setTimeout(Math.max(0, startedAt + at - performance.now()))
    await happen()
  }
  await Promise.all(partings)
  return trouble
}
