/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// oxlint-disable unicorn/consistent-function-scoping -- the oracle is sent to the page alone
import { hasSameName } from '../../apps/automation-api/src/runner/healing/identity/names.ts'
import type { RunnerBrowser } from '../../apps/automation-api/src/runner/browser/runner-browser.ts'
import { installPackage } from './install-package.ts'
import { judge, type Outcome } from './judge.ts'
import { hideOracle, type Known, lookAtScreen } from './look-at-screen.ts'
import { type Served, serveDirectory } from './serve-directory.ts'
import { LOAD_TIMEOUT_MS, settle } from './settle.ts'
import type { Template } from './template.ts'
import { templates } from './templates.ts'

/** The same in both versions: where a link leads, and what a field or a button is called in the code. */
const oracle = {
  /** @param asked pairs of a selector and a key, and whether nothing else is a key, as JSON */
  findKeys(asked: string) {
    const { marks, isOnly } = JSON.parse(asked) as { marks: [string, string][]; isOnly: boolean }
    const found: { element: Element; key: string; wrappers?: Element[] }[] = []
    const textOf = (element: Element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
    const plain = (name: string) => name.toLowerCase().replaceAll(/^input|[^a-z\d]/g, '')
    for (const element of isOnly ? [] : document.querySelectorAll('a[href]')) {
      const href = element.getAttribute('href') ?? ''
      const leadsTo = /(?:^|\/)([\w-]+\.html)$|^(#[\w-]+)$/.exec(href)
      const key = leadsTo?.[1] ?? leadsTo?.[2]
      if (key) found.push({ element, key: `link ${key.toLowerCase()}` })
    }
    for (const element of isOnly ? [] : document.querySelectorAll('input, textarea, select, button')) {
      const name = plain(element.id || element.getAttribute('name') || '')
      if (name) found.push({ element, key: `${element.localName} ${name}` })
    }
    // Of what only surrounds one control, in pixels.
    const margin = 48
    const listHeight = 64
    const marked: [Element, string][] = []
    // Last, since a mark outweighs a link.
    for (const [selector, key] of marks) {
      const [css = '', text] = selector.split(' >> ')
      const element = [...document.querySelectorAll(css)].find((each) => !text || textOf(each) === text)
      if (!element) throw new Error(`nothing is marked by ${selector}`)
      marked.push([element, `marked ${key}`])
    }
    for (const [element, key] of marked) found.push({ element, key, wrappers: listWrappers(element) })
    return found

    /** What is pressed with the element: its label, and what is around it alone. */
    function listWrappers(element: Element): Element[] {
      const wrappers: Element[] = []
      const own = element.getBoundingClientRect()
      for (let around = element.parentElement; around; around = around.parentElement) {
        const { width, height } = around.getBoundingClientRect()
        const isAround = width <= own.width + margin && height <= own.height + margin
        // What is chosen stands beside the input of a list, which may be a few pixels wide.
        const isList = element.matches('input[role=combobox]') && height <= listHeight
        if (!isAround && !isList && around.localName !== 'label') break
        const others = [...around.querySelectorAll('a, button, select, textarea')]
        const isShared =
          marked.some(([other]) => other !== element && around.contains(other)) ||
          others.some((other) => !other.contains(element) && !element.contains(other))
        if (isShared) break
        wrappers.push(around)
      }
      return wrappers
    }
  },
  hidden: {
    attributes: ['href', 'id', 'name', 'data-target', 'data-bs-target', 'aria-controls'],
    classes: '(?!)',
  },
}

/** Heals the elements of templates on the same pages of a later major version. */
export async function measureRedesigns(
  browser: RunnerBrowser,
  say: (line: string) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const template of templates) {
    const [before, after] = [await look(browser, template, 0), await look(browser, template, 1)]
    const judged = new Set<string>()
    const half = template.isHeldOut ? 'held out' : template.shown?.isWhole ? 'redrawn' : 'tuning'
    const group = `redesign ${template.name} ${half}`
    const own = before.flatMap((known, index) =>
      judge(group, listKnowable(known, after[index]!), after[index]!, judged, known),
    )
    outcomes.push(...own)
    const there = own.filter(({ presence }) => presence === 'there')
    say(
      `${template.name} ${template.versions.join(' → ')}: ${there.length} there, ${own.length - there.length} gone`,
    )
  }
  return outcomes
}

/** Without those of which nobody can say whether they are gone: something without a key is called the same. */
function listKnowable(before: Known[], after: Known[]): Known[] {
  const keys = new Set(after.map(({ key }) => key))
  return before.filter(
    (each) => keys.has(each.key) || !after.some((other) => !other.isKeyed && hasSameName(each, other)),
  )
}

/** The later version has its pages in another folder, where the same site would still have them at the same place. */
const asBefore = (known: Known, file: string, same: Record<string, string>): Known => ({
  ...known,
  key: same[known.key] ?? known.key,
  fingerprint: { ...known.fingerprint, pageTemplate: `/${file}` },
})

async function look(browser: RunnerBrowser, template: Template, index: 0 | 1): Promise<Known[][]> {
  const { pages, same = {}, marked = {}, shown } = template
  const served = await serve(template, index)
  const hidden = shown
    ? { attributes: ['id', 'name', ...(shown.attributes ?? [])], classes: shown.classes }
    : oracle.hidden
  const seen: Known[][] = []
  try {
    for (const files of pages) {
      const context = await browser.newContext()
      try {
        context.setDefaultTimeout(LOAD_TIMEOUT_MS)
        const page = await context.newPage()
        // Fonts, scripts and pictures of other sites change nothing that a key is read from.
        await page.route(
          (url) => !url.href.startsWith(served.url),
          (route) => route.abort(),
        )
        await page.goto(`${served.url}${files[index]}`, { waitUntil: 'load' })
        await settle(page)
        const marks = Object.entries(marked[files[0]] ?? {}).flatMap(([key, sides]) =>
          sides[index] === undefined ? [] : [[sides[index], key]],
        )
        const asked = JSON.stringify({ marks, isOnly: shown !== undefined })
        await hideOracle(page, { ...oracle, hidden }, asked)
        const { known } = await lookAtScreen(page)
        seen.push(known.map((each) => asBefore(each, files[0], index === 0 ? same : {})))
      } finally {
        await context.close()
      }
    }
  } finally {
    await served.close()
  }
  return seen
}

/** A component’s pages load its package and others from the folder that all of them are in. */
async function serve({ name, renamedTo = name, versions, shown }: Template, index: 0 | 1): Promise<Served> {
  const own = index === 0 ? name : renamedTo
  const pages = Object.entries(shown?.pages[index] ?? {}).map(([file, page]) => [`/${file}`, page])
  if (shown?.isWhole) return await serveDirectory('.data/bench/healing', Object.fromEntries(pages))
  const directory = await installPackage(own, versions[index], shown?.beside?.[index])
  const all = directory.slice(0, -own.length)
  return await serveDirectory(shown ? all : directory, Object.fromEntries(pages))
}
