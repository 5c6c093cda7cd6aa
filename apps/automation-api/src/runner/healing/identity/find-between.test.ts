import { describe, expect, it } from 'vitest'
import type { Fingerprint } from '../fingerprint.ts'
import { chooseLookalikes } from '../lookalikes.ts'
import { type Element, element, heal, link } from './test-elements.ts'

const TITLES = ['Our work', 'Threads', 'Explore', 'Finish', 'Lines', 'Contact']

/** The pictures of cards, each above its caption. */
const pictures = (fields: Partial<Fingerprint> = {}) =>
  TITLES.slice(1, -1).map((_, index) =>
    link({
      name: '…',
      glyph: 'name:plus',
      before: TITLES.slice(0, index + 1).toReversed(),
      after: TITLES.slice(index + 1),
      classes: ['a'],
      ordinal: { index: index + 4, count: 11 },
      box: { x: 40, y: 300 * index, width: 300, height: 200 },
      ...fields,
    }),
  )

/** As after a redesign. */
const redesigned = {
  name: '',
  text: '',
  classes: ['b'],
  ordinal: { index: 0, count: 4 },
  box: { x: 900, y: 2000, width: 90, height: 90 },
}

/** A button between the two lists of a choice. */
const aside = (glyph: string, ...classes: string[]) =>
  element({ glyph, before: ['Leek', 'Bean'], after: ['Chosen', '0 of 1'], classes: ['move', ...classes] })

function learn(page: Element[], at: number): Element {
  const around = { before: page.slice(0, at), after: page.slice(at + 1) }
  return { ...page[at]!, others: [], lookalikes: chooseLookalikes(page[at]!, around) }
}

describe('an element without a name that says something', () => {
  it('is the one between the texts that only the learned one was between', () => {
    const target = learn(pictures(), 1)
    const page = pictures(redesigned)
    expect(heal(target, page)).toMatchObject({ outcome: 'tentative', best: page[1] })
  })

  it('is not the one of the next card, where its own has gone', () => {
    const target = learn(pictures(), 1)
    const page = pictures(redesigned).filter((_, index) => index !== 1)
    expect(heal(target, page)).toMatchObject({ outcome: 'failed' })
  })

  it('is none with another icon, with a name, or of another role there', () => {
    const target = learn(pictures(), 1)
    const instead = (fields: Partial<Fingerprint>) =>
      pictures(redesigned).with(1, pictures({ ...redesigned, ...fields })[1]!)
    for (const fields of [{ glyph: 'name:share' }, { name: 'Explore more' }, { role: 'img', tag: 'img' }])
      expect(heal(target, instead(fields))).toMatchObject({ outcome: 'failed' })
  })

  it('is unknown, where another one was between the same texts', () => {
    const doubled = [...pictures(), pictures()[1]!]
    expect(heal(learn(doubled, 1), pictures(redesigned))).toMatchObject({ outcome: 'failed' })
  })

  it('is unknown by its place, where two were there and the set of icons is another one', () => {
    const [moveBack, moveAll] = [aside('font:x.a'), aside('font:x.b')]
    expect(heal(learn([moveBack, moveAll], 0), [aside('path:b')])).toMatchObject({ outcome: 'failed' })
    const [left, right] = [aside('font:x.a', 'to-left'), aside('font:x.b', 'to-right')]
    expect(heal(learn([left, right], 0), [aside('path:a', 'to-left')])).toMatchObject({
      outcome: 'tentative',
    })
    expect(heal(learn([moveBack], 0), [aside('path:a')])).toMatchObject({ outcome: 'tentative' })
  })
})
