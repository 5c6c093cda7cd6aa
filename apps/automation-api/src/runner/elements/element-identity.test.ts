import { createRandom, type Random } from '@waypost/testing'
import { expect, it } from 'vitest'
import { openTestPage } from '../browser/test-page.ts'
import { healElement } from '../healing/heal-element.ts'
import { ElementMistaken, inspectElement } from './inspect-element.ts'
import type { LearnedElement } from './learned-element.ts'

/** A button of a generated page. The page itself does not show which one it is. */
interface Control {
  key: number
  name: string
  id: string
  count?: number
  testId?: string
}

const NAMES = [
  'Add to cart',
  'Wish list',
  'Compare',
  'Share',
  'Print',
  'Ask a question',
  'Add to calendar',
  'Follow',
]
const HEADINGS = [
  'Oak chair',
  'Made by hand',
  'From 1950',
  'In stock',
  'Reviews',
  'Delivery',
  'Details',
  'Care',
]

const page = openTestPage()

function generate(random: Random): Control[] {
  const names = shuffle(random, NAMES).slice(0, 3 + random.integer(4))
  return names.map((name, key) => ({
    key,
    name,
    id: `b-${'abcdefgh'[key]}`,
    ...(random.integer(3) === 0 && { count: random.integer(20) }),
    ...(random.integer(3) === 0 && { testId: `t-${'abcdefgh'[key]}` }),
  }))
}

function shuffle<Item>(random: Random, items: Item[]): Item[] {
  return items
    .map((item) => ({ item, place: random.integer(1_000_000) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

const write = (controls: Control[], headings: string[]) =>
  controls
    .map(({ key, name, id, count, testId }, index) => {
      const test = testId ? ` data-testid="${testId}"` : ''
      const shown = count === undefined ? name : `${name} (${count})`
      return `<p>${headings[index % headings.length]}</p>
        <button type="button" id="${id}"${test}>${shown}</button><script>document.currentScript.previousElementSibling.key = ${key}</script>`
    })
    .join('')

type Change = (random: Random, controls: Control[], target: Control) => Control[]

const swap: Change = (random, controls, target) => {
  const other = random.pick(controls.filter((each) => each !== target))
  const exchanged = new Map([
    [target, { ...target, id: other.id, ...withTest(other) }],
    [other, { ...other, id: target.id, ...withTest(target) }],
  ])
  return controls.map((each) => exchanged.get(each) ?? each)
}
const withTest = ({ testId }: Control) => ({ testId }) as Pick<Control, 'testId'>

/** Changes of a page from one day to the next, applied one after the other. */
const CHANGES: Record<string, Change> = {
  swap,
  remove: (_random, controls, target) => controls.filter((each) => each !== target),
  'remove and give its id to another': (random, controls, target) =>
    swap(random, controls, target).filter(({ key }) => key !== target.key),
  'change places': (random, controls) => shuffle(random, controls),
  count: (random, controls) =>
    controls.map((each) => (each.count === undefined ? each : { ...each, count: random.integer(99) })),
  'add another in front': (_random, controls) => [{ key: 90, name: 'Subscribe', id: 'b-new' }, ...controls],
  'replace by one elsewhere': (_random, controls, target) => {
    const others = controls.filter((each) => each !== target)
    const other = { key: 91, name: 'Recommend', id: target.id }
    return controls.at(-1) === target ? [other, ...others] : [...others, other]
  },
}

/** The key of the button that a step presses, or nothing where it fails; and what is then learned. */
async function press(
  selector: string,
  learned: LearnedElement | undefined,
): Promise<{ key: number | undefined; learned: LearnedElement | undefined }> {
  const step = { name: 'press', type: 'click', selectors: [selector] }
  const found = page().locator(selector).first()
  const keyOf = (locator: typeof found) =>
    locator.evaluate((element) => (element as unknown as { key: number }).key)
  try {
    if ((await found.count()) > 0) {
      const inspected = await inspectElement(step, learned, {
        locator: found,
        frame: page().mainFrame(),
        timeoutMs: 60_000,
      })
      return { key: await keyOf(found), learned: inspected.learned ?? learned }
    }
  } catch (error) {
    if (!(error instanceof ElementMistaken)) throw error
  }
  if (!learned) return { key: undefined, learned }
  const healed = await healElement(page(), { ...step, recorded: learned.recorded })
  return { key: healed.outcome === 'failed' ? undefined : await keyOf(healed.locator), learned }
}

it.each(Object.keys(CHANGES))(
  'a step presses the learned button or none after any change of its page: %s',
  async (change) => {
    for (let seed = 1; seed <= 5; seed += 1) {
      const random = createRandom(seed * 7919 + change.length)
      const headings = shuffle(random, HEADINGS)
      const before = generate(random)
      const target = random.pick(before)
      const position = before.indexOf(target) + 1
      const selector = random.pick([
        `#${target.id}`,
        `button:nth-of-type(${position})`,
        `xpath=//button[${position}]`,
      ])
      const label = `seed ${seed}, ${selector} of ${target.name}`
      await page().setContent(write(before, headings))
      let { key, learned } = await press(selector, undefined)
      expect(key, label).toBe(target.key)

      const after = CHANGES[change]!(random, before, target)
      await page().setContent(write(after, headings))
      ;({ key, learned } = await press(selector, learned))
      const isThere = after.some((each) => each.key === target.key)
      expect(key, `${label}, changed`).toBe(isThere ? target.key : undefined)

      await page().setContent(write(before, headings))
      ;({ key } = await press(selector, learned))
      expect(key, `${label}, back again`).toBe(target.key)
    }
  },
)

it('a step presses a renamed button or none, and its learned name is kept', async () => {
  let taken = 0
  for (let seed = 1; seed <= 8; seed += 1) {
    const random = createRandom(seed)
    const headings = shuffle(random, HEADINGS)
    const before = generate(random)
    const target = random.pick(before)
    await page().setContent(write(before, headings))
    const { learned } = await press(`#${target.id}`, undefined)
    const after = before.map((each) => (each === target ? { ...each, name: 'Recommend' } : each))
    await page().setContent(write(after, headings))
    const renamed = await press(`#${target.id}`, learned)
    if (renamed.key !== undefined) taken += 1
    expect([target.key, undefined]).toContain(renamed.key)
    expect(renamed.learned?.recorded.fingerprint.name).toBe(learned?.recorded.fingerprint.name)
  }
  expect(taken).toBeGreaterThan(4)
})
