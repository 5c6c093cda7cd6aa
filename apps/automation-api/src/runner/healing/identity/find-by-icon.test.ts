import { describe, expect, it } from 'vitest'
import type { Fingerprint } from '../fingerprint.ts'
import { hashName } from '../in-page/read-name.ts'
import { chooseLookalikes } from '../lookalikes.ts'
import { type Element, element, heal, link } from './test-elements.ts'

/** As after a redesign. */
const NOW = { text: '', classes: ['tool'], box: { x: 900, y: 2000, width: 90, height: 30 } }
const THEN = { text: '', classes: ['a'] }

const bold = (fields: Partial<Fingerprint> = {}) =>
  element({ name: 'Bold', glyph: 'name:bold', ...NOW, ...fields })
const plain = bold({ name: '' })
const quote = element({ name: 'Quote', glyph: 'name:quote', ...NOW })

const arrow = (fields: Partial<Fingerprint>) => element({ glyph: 'name:arrow-left', ...fields })

const first = (fields: Partial<Fingerprint>) =>
  element({ name: 'first_page', icon: 'material-icons', landmark: 'main', ...fields })

/** As learned in a bar with others. */
const inBar = (of: Element, ...after: Element[]): Element => ({
  ...of,
  lookalikes: chooseLookalikes(of, { before: [element({ glyph: 'name:quote', ...THEN })], after }),
})

describe('an element that shows only an icon', () => {
  const target = inBar(element({ glyph: 'name:bold', ...THEN }))

  it('is the only one with that icon, which has a name now, or has it no more', () => {
    const best = bold()
    expect(heal(target, [quote, best])).toMatchObject({ outcome: 'tentative', best })
    expect(heal(inBar(bold(THEN)), [quote, plain])).toMatchObject({ outcome: 'tentative', best: plain })
  })

  it('is a button, where it was a link without an address', () => {
    const best = bold()
    const anchor = inBar(link({ role: '', glyph: 'name:bold', ...THEN }))
    expect(heal(anchor, [quote, best])).toMatchObject({ outcome: 'tentative', best })
  })

  it('is none of several with that icon, now or then', () => {
    expect(heal(target, [quote, bold(), bold({ name: 'Bold title' })]).outcome).toBe('failed')
    const among = inBar(target, bold({ name: 'Bold title' }))
    expect(heal(among, [quote, bold()]).outcome).toBe('failed')
  })

  it('is none with a name where nothing that was beside it is left', () => {
    expect(heal(target, [element({ name: 'Help', ...NOW }), bold()]).outcome).toBe('failed')
  })

  it('is none that also shows a text, stands in another part of the page, or says another thing', () => {
    expect(heal(target, [quote, bold({ text: 'Bold' })]).outcome).toBe('failed')
    expect(heal(target, [quote, bold({ landmark: 'contentinfo' })]).outcome).toBe('failed')
    const month = inBar(bold({ name: 'Previous month', ...THEN }))
    expect(heal(month, [quote, bold({ name: 'Last year' })]).outcome).toBe('failed')
  })

  it('is never one that deletes', () => {
    const bin = inBar(element({ glyph: 'name:trash', ...THEN }))
    expect(heal(bin, [quote, bold({ name: 'Delete', glyph: 'name:trash' })]).outcome).toBe('failed')
  })

  it('is the one that is called as its icon shows, however little it is like it', () => {
    const left = inBar(arrow({ landmark: 'main', ...THEN }))
    const back = element({ name: 'Previous page', glyph: 'path:b', landmark: 'main', ...NOW })
    const next = element({ name: 'Next page', glyph: 'path:n', ...NOW })
    expect(heal(left, [next, back])).toMatchObject({ outcome: 'tentative', best: back })
    expect(heal(left, [next]).outcome).toBe('failed')
    const two = inBar(left, arrow(THEN))
    expect(heal(two, [next, back]).outcome).toBe('failed')
  })

  it('is of several with that icon the one that is still right between the same texts', () => {
    const at = { before: ['Number', 'Day'], after: ['Seed', 'Bed'] }
    const aside = { before: ['March'], after: ['Days'] }
    const among = inBar(arrow({ ...at, ...THEN }), arrow({ ...aside, ...THEN }))
    const best = arrow({ ...NOW, name: 'Previous', before: ['Number', 'Page'], after: ['Seed', 'Page'] })
    const others = [arrow({ ...NOW, ...aside }), arrow({ ...NOW, before: ['Seed'] })]
    expect(heal(among, [best, ...others])).toMatchObject({ outcome: 'tentative', best })
    expect(heal(among, others).outcome).toBe('failed')
    const another = arrow({ ...best.fingerprint, name: 'Undo' })
    expect(heal(among, [another, ...others]).outcome).toBe('failed')
  })

  it('is a button, where it was an icon without a role, whose text is its name in the font', () => {
    const icon = inBar(
      element({ tag: 'i', role: '', text: 'cancel', glyph: 'name:-link', classes: ['material-icons'] }),
    )
    const best = element({ name: 'Close', icon: 'mdi-close mdi', ...NOW })
    expect(heal(icon, [quote, best])).toMatchObject({ outcome: 'tentative', best })
    const text = element({ tag: 'span', role: '', icon: 'mdi-close mdi', ...NOW, text: 'Close' })
    expect(heal(icon, [quote, text]).outcome).toBe('failed')
  })

  it('of a font is not known by the part of the page that it is in', () => {
    const inFont = { ...first({ classes: ['a'], before: ['By post'] }), others: [hashName('~ ')] }
    const ofTable = first({ ...NOW, text: 'first_page', before: ['5'] })
    const best = first({ ...NOW, name: '1', text: 'first_page', landmark: 'navigation', before: ['Price'] })
    expect(heal(inFont, [ofTable, best]).outcome).toBe('failed')
  })
})
