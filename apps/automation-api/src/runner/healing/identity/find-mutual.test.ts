import { describe, expect, it } from 'vitest'
import { chooseLookalikes, withoutSecret } from '../lookalikes.ts'
import { type Element, heal, link } from './test-elements.ts'

const entry = (name: string, place: number, more: Parameters<typeof link>[0] = {}) =>
  link({
    name,
    classes: ['menu-entry'],
    landmark: 'navigation',
    box: { x: 0, y: 40 * place, width: 200, height: 40 },
    indexedXpath: `/html[1]/body[1]/nav[1]/a[${place}]`,
    ...more,
  })

/** The page as it was, and one of its elements as a successful step stores it. */
function learn(page: Element[], target: Element): Element {
  const at = page.indexOf(target)
  const around = { before: page.slice(0, Math.max(0, at)), after: page.slice(at + 1) }
  return { ...target, others: [], lookalikes: chooseLookalikes(target, around) }
}

const NOW = { classes: ['nav-link'], tag: 'a' }
const data = entry('Data table', 3)
const before = [entry('Overview', 1), entry('Charts', 2), data, entry('Sign-up form', 4)]

/** What a heal of an entry of a list comes to that is called otherwise, where its elements are all of this role. */
function outcomeOfText(role: string) {
  const text = (name: string, at: number) => entry(name, at + 1, { tag: 'div', role, name: '', text: name })
  const page = ['Overview', 'Charts', 'Data table'].map(text)
  const later = ['Overview', 'Charts', 'Datatables'].map(text)
  return heal(learn(page, page[2]!), later).outcome
}

describe('an element that is called otherwise', () => {
  it('is the one that is like no other element that was there', () => {
    const best = entry('Datatables', 3, NOW)
    const page = [entry('Overview', 1, NOW), entry('Charts', 2, NOW), best, entry('Sign-up form', 4, NOW)]
    expect(heal(learn(before, data), page)).toMatchObject({ outcome: 'tentative', best })
  })

  it('is none where one that was there is more like it', () => {
    const tables = entry('Data tables of charts', 2)
    const page = [
      entry('Overview', 1, NOW),
      entry('Data tables of chart', 2, NOW),
      entry('Sign-up form', 4, NOW),
    ]
    const target = learn([...before, tables], data)
    expect(heal(target, page).outcome).toBe('failed')
  })

  it('is none where its name has nothing in common with the learned one', () => {
    const page = [entry('Overview', 1, NOW), entry('Charts', 2, NOW), entry('Reports', 3, NOW)]
    expect(heal(learn(before, data), page).outcome).toBe('failed')
  })

  it('is not looked for where it has no role, since few of the texts beside it were stored', () => {
    expect(outcomeOfText('menuitem')).toBe('tentative')
    expect(outcomeOfText('')).toBe('failed')
  })

  it('is as unknown as before where an earlier release has learned it', () => {
    const page = [entry('Overview', 1, NOW), entry('Charts', 2, NOW), entry('Datatables', 3, NOW)]
    const { lookalikes: _lookalikes, ...earlier } = learn(before, data)
    expect(heal(earlier, page).outcome).toBe('failed')
  })

  it('is none where it stands before what it stood behind', () => {
    const page = [entry('Datatables', 1, NOW), entry('Overview', 2, NOW), entry('Charts', 3, NOW)]
    expect(heal(learn(before, data), page).outcome).toBe('failed')
  })

  it('is none where a word within the learned name is left out', () => {
    const tags = entry('Tags for new journal entries', 3)
    const then = [
      entry('Overview', 1),
      entry('Text for new journal entries', 2),
      tags,
      entry('Sign-up form', 4),
    ]
    const named = (name: string) => [
      entry('Overview', 1, NOW),
      entry('Text for new journal entries', 2, NOW),
      entry(name, 3, NOW),
      entry('Sign-up form', 4, NOW),
    ]
    expect(heal(learn(then, tags), named('Tags for new entries')).outcome).toBe('failed')
    const page = named('Tag for new journal entries')
    expect(heal(learn(then, tags), page)).toMatchObject({ outcome: 'tentative', best: page[2] })
  })

  it('is none where both names say something else besides', () => {
    const page = [entry('Overview', 1, NOW), entry('Charts', 2, NOW), entry('Data export', 3, NOW)]
    expect(heal(learn(before, data), page).outcome).toBe('failed')
  })
})

it('of several of one name, none is taken for one that has gone', () => {
  const close = (place: number, index: number) =>
    entry('Close', place, { ordinal: { index, count: 2 }, before: [`Story ${place}`], landmark: '' })
  const [first, second] = [close(2, 0), close(4, 1)]
  const page = [entry('Overview', 1), first, entry('Charts', 3), second, entry('Sign-up form', 5)]
  const left = link({ ...second.fingerprint, before: [], ...NOW, ordinal: { index: 0, count: 1 } })
  const gone = [entry('Overview', 1, NOW), left, entry('Charts', 3, NOW), entry('Sign-up form', 5, NOW)]
  expect(heal(learn(page, first), gone).outcome).toBe('failed')
})

describe('what is stored of the elements around one', () => {
  it('leaves out those in which a secret is read', () => {
    const { lookalikes = [] } = withoutSecret(learn(before, data), (value) =>
      JSON.stringify(value).includes('Charts'),
    )
    expect(lookalikes.map(({ name }) => name)).toEqual(expect.arrayContaining(['Overview', 'Sign-up form']))
    expect(lookalikes.map(({ name }) => name)).not.toContain('Charts')
  })

  it('is of at most 24, of bounded size, whatever the page contains', () => {
    const long = '漢'.repeat(5000)
    const page = Array.from({ length: 400 }, (_, index) =>
      entry(index % 2 ? `Entry ${index}` : long, index + 10, {
        title: long,
        href: `/${long}`,
        before: [long],
      }),
    )
    const { lookalikes = [] } = learn(page, data)
    expect(lookalikes.length).toBeGreaterThan(0)
    expect(lookalikes.length).toBeLessThanOrEqual(24)
    expect(Buffer.byteLength(JSON.stringify(lookalikes))).toBeLessThan(12_400)
  })
})
