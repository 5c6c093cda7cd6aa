import { describe, expect, it } from 'vitest'
import { chooseLookalikes } from '../lookalikes.ts'
import { element, heal, link } from './test-elements.ts'

/** As after a redesign. */
const NOW = { text: '', classes: ['tool'], box: { x: 900, y: 2000, width: 90, height: 30 } }

const bold = (fields = {}) => element({ name: 'Bold', glyph: 'name:bold', ...NOW, ...fields })
const quote = element({ name: 'Quote', glyph: 'name:quote', ...NOW })

describe('an element that shows only an icon', () => {
  const target = element({ glyph: 'name:bold', classes: ['a'] })

  it('is the only one with that icon, which has a name now', () => {
    const best = bold()
    expect(heal(target, [quote, best])).toMatchObject({ outcome: 'tentative', best })
    const plain = element({ glyph: 'name:bold', ...NOW })
    expect(heal(bold({ classes: ['a'] }), [quote, plain])).toMatchObject({
      outcome: 'tentative',
      best: plain,
    })
  })

  it('is a button, where it was a link without an address', () => {
    const anchor = link({ role: '', glyph: 'name:bold', classes: ['a'] })
    const best = bold()
    expect(heal(anchor, [quote, best])).toMatchObject({ outcome: 'tentative', best })
  })

  it('is none of several with that icon, now or then', () => {
    expect(heal(target, [quote, bold(), bold({ name: 'Bold title' })]).outcome).toBe('failed')
    const around = { before: [bold({ name: 'Bold title' })], after: [] }
    expect(heal({ ...target, lookalikes: chooseLookalikes(target, around) }, [quote, bold()]).outcome).toBe(
      'failed',
    )
  })

  it('is none that also shows a text, stands in another part of the page, or says another thing', () => {
    expect(heal(target, [quote, bold({ text: 'Bold' })]).outcome).toBe('failed')
    expect(heal(target, [quote, bold({ landmark: 'contentinfo' })]).outcome).toBe('failed')
    const named = bold({ name: 'Previous month', classes: ['a'] })
    expect(heal(named, [quote, bold({ name: 'Last year' })]).outcome).toBe('failed')
  })

  it('is never one that deletes', () => {
    const eraser = element({ glyph: 'name:trash', classes: ['a'] })
    expect(heal(eraser, [quote, bold({ name: 'Delete', glyph: 'name:trash' })]).outcome).toBe('failed')
  })
})
