import { describe, expect, it } from 'vitest'
import type { Fingerprint } from '../fingerprint.ts'
import { chooseLookalikes } from '../lookalikes.ts'
import { type Element, element, heal, link } from './test-elements.ts'

/** Previews of posts, each with a link to the same page of its author. */
const author = (place: number, count: number, fields: Partial<Fingerprint> = {}) =>
  link({
    name: 'Start Bootstrap',
    before: ['Posted by', `Post ${place}`],
    after: ['on Monday', `Post ${place + 1}`],
    box: { x: 40, y: 120 * place, width: 90, height: 20 },
    indexedXpath: `/html[1]/body[1]/main[1]/div[${place}]/a[1]`,
    ordinal: { index: place - 1, count },
    ...fields,
  })

function learn(page: Element[], at: number): Element {
  const target = page[at]!
  const around = { before: page.slice(0, at), after: page.slice(at + 1) }
  return { ...target, others: [], lookalikes: chooseLookalikes(target, around) }
}

const HOME = link({ name: 'Home', landmark: 'navigation' })
/** Twins of which only the nearest texts are left to tell them apart. */
const alike = { before: ['Posted by'], after: ['on Monday'] }

const leadingTo = (href: string) => ({ ...alike, href })

describe('where fewer elements of one name are left than there were', () => {
  it('none is the learned one, if another one then stood between the same texts', () => {
    const target = learn([HOME, author(1, 2, alike), author(2, 2, alike)], 1)
    const left = author(1, 1, alike)
    expect(heal(target, [HOME, left])).toMatchObject({ outcome: 'failed' })
  })

  it('none is the learned one, if it is between the texts of another one', () => {
    const target = learn([HOME, author(1, 3), author(2, 3), author(3, 3)], 2)
    expect(heal(target, [HOME, author(1, 2), author(3, 2)])).toMatchObject({ outcome: 'failed' })
  })

  it('the learned one is that between the texts that only the learned one had', () => {
    const target = learn([HOME, author(1, 3), author(2, 3), author(3, 3)], 2)
    const best = author(2, 2)
    expect(heal(target, [HOME, author(1, 2), best])).toMatchObject({ best })
  })

  it('the learned one is that with the link that only the learned one had', () => {
    const target = learn([HOME, author(1, 2, leadingTo('/one')), author(2, 2, leadingTo('/two'))], 2)
    const best = author(2, 1, leadingTo('/two'))
    expect(heal(target, [HOME, best])).toMatchObject({ best })
    expect(heal(target, [HOME, author(2, 1, leadingTo('/one'))])).toMatchObject({ outcome: 'failed' })
    const toSame = learn([HOME, author(1, 2, leadingTo('/one')), author(2, 2, leadingTo('/one'))], 2)
    expect(heal(toSame, [HOME, author(2, 1, leadingTo('/one'))])).toMatchObject({ outcome: 'failed' })
  })

  it('none is the learned one, if the other had another tag, or no hint that says its name again', () => {
    const texts = { ...alike, title: 'Play' }
    const play = element({ name: 'Play', ...texts })
    const onPicture = element({ name: 'Play', tag: 'div', ...texts, title: '' })
    const target = learn([HOME, onPicture, play], 2)
    expect(heal(target, [HOME, element({ name: 'Play', ...texts })])).toMatchObject({ outcome: 'failed' })
  })

  it('what an earlier release has learned is found as before', () => {
    const { lookalikes: _lookalikes, ...earlier } = learn([HOME, author(1, 2), author(2, 2)], 2)
    const best = author(2, 1)
    expect(heal(earlier, [HOME, best])).toMatchObject({ best })
  })
})

const ICON = { icon: 'fa fa-table', glyph: 'name:table' }
/** What opens the part of the menu, which is no link to anywhere, and an entry in it. */
const opener = (fields: Partial<Fingerprint> = {}) =>
  link({ name: 'Tables', landmark: 'navigation', before: ['Maps'], after: ['Table 1'], ...ICON, ...fields })
const entry = (fields: Partial<Fingerprint> = {}) =>
  link({ name: 'Tables', landmark: 'navigation', before: ['Charts'], after: ['Dynamic'], ...fields })

const ofTwo = () => learn([HOME, opener({ role: '', name: '', text: 'Tables' }), entry()], 2)

describe('where two of one name had different roles', () => {
  it('the other one is not taken, once it has the role of the learned one', () => {
    expect(heal(ofTwo(), [HOME, opener()])).toMatchObject({ outcome: 'failed' })
  })

  it('the learned one is taken', () => {
    const best = entry()
    expect(heal(ofTwo(), [HOME, best])).toMatchObject({ best })
  })
})
