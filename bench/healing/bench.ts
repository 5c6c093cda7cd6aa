import { mkdir, writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../../apps/automation-api/src/runner/browser/launch-browser.ts'
import type { RunnerBrowser } from '../../apps/automation-api/src/runner/browser/runner-browser.ts'
import { row, type Row } from '../../harness/report.ts'
import type { Application, Screen } from './application.ts'
import { nodeRed } from './applications/node-red.ts'
import { swaggerUi } from './applications/swagger-ui.ts'
import { tiddlywiki } from './applications/tiddlywiki.ts'
import { healOnPage } from './heal-on-page.ts'
import { installPackage } from './install-package.ts'
import { judge, type Outcome } from './judge.ts'
import { measureRedesigns } from './measure-redesigns.ts'
import { summarizeOutcomes } from './summarize-outcomes.ts'
import { summarizeRedesigns } from './summarize-redesigns.ts'
import {
  hideOracle,
  type Known,
  lookAtScreen,
  recordTargets,
  type Target,
  uniqueKeys,
} from './look-at-screen.ts'
import { mutate, MUTATIONS } from './mutations.ts'
import { LOAD_TIMEOUT_MS, settle } from './settle.ts'
import { timeScoring } from './time-scoring.ts'

const SEED = 20_261_121
/** The number of steps of a screen that are also healed on the page itself. */
const STEPS = 6
/** Little short of what was reached, so that a rule that takes more than it should is seen. */
const GOALS = {
  versions: { right: 95, wrong: 0.2, thoughGone: 0.7 },
  raced: { right: 90, wrong: 0.2, thoughGone: 1 },
  mutations: { right: 75, wrong: 1, thoughGone: 2 },
}

type Say = (line: string) => void
type Seen = { version: string; screens: Map<string, Known[]> }

/**
 * How well broken steps heal: on templates and components that were written again (alone with the argument `redesigns`), on three applications over years of their releases, and on pages with known changes.
 *
 * The weights are those published for Similo++, and the thresholds for scores and margins were set before the first
 * measurement. What else counts as evidence, and how much of the surroundings must be left, was tuned on pairs of the
 * versions that are not held out, and of others between them. The rows of held-out versions are of pairs with at least one
 * such version. They are of the same applications, so the results on another application may be worse. Nothing was tuned
 * on the mutations.
 *
 * The oracle identifies elements by ids, classes, URLs and attributes of the applications. These are removed from the
 * pages before the healer reads them, so it has less evidence here than on an unchanged page. A copy of an element is not
 * the element. An element that has no counterpart in the other version, or an invisible one, is gone.
 */
export async function bench(say: Say): Promise<Row[]> {
  const browser = await launchBrowser()
  try {
    const redesigned = await measureRedesigns(browser, say)
    await mkdir('.data/bench', { recursive: true })
    await writeFile('.data/bench/healing-redesigns.json', JSON.stringify(redesigned, null, 1))
    const redesigns = ['tuning', 'redrawn', 'held out'].flatMap((half) =>
      summarizeRedesigns(
        `${half} redesigns`,
        redesigned.filter(({ group }) => group.endsWith(half)),
        half === 'held out',
      ),
    )
    if (process.argv[3] === 'redesigns') return redesigns
    const applications = [nodeRed, tiddlywiki, swaggerUi]
    // Two at a time, since one leaves a processor idle.
    const waiting = [...applications]
    const measured: Awaited<ReturnType<typeof measure>>[] = []
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        measured.push(await measure(browser, next, say))
    }
    await Promise.all([work(), work()])
    const outcomes = measured.flatMap((each) => each.outcomes)
    await mkdir('.data/bench', { recursive: true })
    await writeFile('.data/bench/healing-outcomes.json', JSON.stringify(outcomes, null, 1))
    const { p50, p95 } = timeScoring(measured.flatMap(({ pages }) => pages))
    return [
      ...redesigns,
      ...applications.flatMap(({ name }) =>
        summarizeOutcomes(
          `${name}, `,
          outcomes.filter(({ group }) => group.startsWith(`versions ${name}`)),
        ),
      ),
      ...summarizeOutcomes(
        'all versions, ',
        outcomes.filter(({ group }) => group.startsWith('versions')),
        GOALS.versions,
      ),
      ...summarizeOutcomes(
        'held-out versions, ',
        outcomes.filter(({ group }) => group.endsWith('held out')),
        GOALS.versions,
      ),
      ...summarizeOutcomes(
        'raced on the page, ',
        outcomes.filter(({ group }) => group.startsWith('page')),
        GOALS.raced,
      ),
      ...MUTATIONS.flatMap((mutation) =>
        summarizeOutcomes(
          `${mutation}, `,
          outcomes.filter(({ group }) => group === `mutation ${mutation}`),
        ),
      ),
      ...summarizeOutcomes(
        'all mutations, ',
        outcomes.filter(({ group }) => group.startsWith('mutation')),
        GOALS.mutations,
      ),
      row('500 candidates scored, p50', p50, 'ms', { atMost: 50 }),
      row('500 candidates scored, p95', p95, 'ms'),
    ]
  } finally {
    await browser.close()
  }
}

async function measure(browser: RunnerBrowser, application: Application, say: Say) {
  const { name, versions, heldOut } = application
  const outcomes: Outcome[] = []
  const history: Seen[] = []
  let targets = new Map<string, Target[]>()
  for (const version of versions) {
    const directory = await installPackage(name, version)
    const served = await application.serve(directory)
    try {
      const seen: Seen = { version, screens: new Map() }
      const recorded = new Map<string, Target[]>()
      for (const screen of application.screens) {
        await onScreen(browser, served.url, application, screen, async (page) => {
          const { known, candidates } = await lookAtScreen(page)
          seen.screens.set(screen.name, known)
          const { unique, all } = uniqueKeys(known)
          // Recorded before any other search: the page keeps only the elements that were collected last.
          recorded.set(screen.name, await recordTargets(candidates, known, everyNth([...unique], STEPS)))
          const comparable = (targets.get(screen.name) ?? []).filter(
            ({ key }) => unique.has(key) || !all.has(key),
          )
          outcomes.push(...(await healOnPage(`page ${name}`, page, comparable, (key) => unique.has(key))))
        })
      }
      if (version === versions[0]) {
        for (const screen of application.screens.slice(0, 2)) {
          outcomes.push(...(await measureMutations(browser, served.url, application, screen, seen)))
        }
      }
      history.push(seen)
      targets = recorded
      say(
        `${name} ${version}: ${[...seen.screens.values()].flat().filter(({ isKeyed }) => isKeyed).length} elements on ${seen.screens.size} screens`,
      )
    } finally {
      await served.close()
    }
  }
  for (const [index, older] of history.entries()) {
    for (const [distance, newer] of history.slice(index + 1).entries()) {
      // Pairs one to three versions apart, and the first with the last one.
      if (distance > 2 && distance !== versions.length - 2) continue
      const isHeldOut = [older, newer].some(({ version }) => heldOut.includes(version))
      const group = `versions ${name}${isHeldOut ? ' held out' : ''}`
      const judged = new Set<string>()
      for (const [screen, before] of older.screens) {
        outcomes.push(...judge(group, before, newer.screens.get(screen) ?? [], judged))
      }
    }
  }
  return { outcomes, pages: history.flatMap(({ screens }) => [...screens.values()]) }
}

async function measureMutations(
  browser: RunnerBrowser,
  url: string,
  application: Application,
  screen: Screen,
  seen: Seen,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const mutation of MUTATIONS) {
    await onScreen(browser, url, application, screen, async (page) => {
      await page.evaluate(mutate, { mutation, seed: SEED })
      const { known } = await lookAtScreen(page)
      outcomes.push(...judge(`mutation ${mutation}`, seen.screens.get(screen.name) ?? [], known, new Set()))
    })
  }
  return outcomes
}

async function onScreen(
  browser: RunnerBrowser,
  url: string,
  application: Application,
  screen: Screen,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext()
  try {
    context.setDefaultTimeout(LOAD_TIMEOUT_MS)
    const page = await context.newPage()
    await screen.open(page, url)
    await settle(page)
    await hideOracle(page, application, screen.name)
    await look(page)
  } finally {
    await context.close()
  }
}

function everyNth<Item>(items: Item[], count: number): Item[] {
  const step = Math.max(1, items.length / count)
  return Array.from({ length: Math.min(count, items.length) }, (_, index) => items[Math.floor(index * step)]!)
}
