import { describe, expect, it } from 'vitest'
import { element, heal, link } from './test-elements.ts'

const card = (name: string, heading: string, index: number, count: number, fields = {}) =>
  link({ name, heading, ordinal: { index, count }, ...fields })

const NOW = { classes: ['card-link'], box: { x: 700, y: 900, width: 90, height: 30 } }

const remove = (index: number) =>
  element({ name: 'Delete', heading: `File ${'ab'[index]}`, ordinal: { index, count: 2 }, ...NOW })

describe('of elements of one name', () => {
  it('the one under the same heading is the learned one, whatever is beside it now', () => {
    const target = card('Learn more', 'Hosting', 1, 3, { before: ['From 5 EUR'], after: ['Mail'] })
    const page = ['Domains', 'Mail', 'Hosting'].map((heading, index) =>
      card('Learn more', heading, index, 3, { before: [`All about ${heading}`], ...NOW }),
    )
    expect(heal(target, page)).toMatchObject({ outcome: 'tentative', best: page[2] })
    expect(heal(target, page.slice(0, 2)).outcome).toBe('failed')
  })

  it('none is the learned one where several are under that heading, or it was not alone under it', () => {
    const target = card('Learn more', 'Hosting', 1, 3)
    const both = [card('Learn more', 'Hosting', 0, 2), card('Learn more', 'Hosting', 1, 2)]
    expect(heal(target, both).outcome).toBe('failed')
    const unclear = card('Learn more', '', 1, 3)
    expect(heal(unclear, [card('Learn more', '', 0, 2), card('Learn more', 'Mail', 1, 2)]).outcome).toBe(
      'failed',
    )
  })

  it('which are all called otherwise now, the same one under the same heading is the learned one', () => {
    const target = card('Learn more', 'Hosting', 1, 3)
    const page = ['Domains', 'Hosting', 'Mail'].map((heading, index) =>
      card('Details', heading, index, 3, NOW),
    )
    expect(heal(target, page)).toMatchObject({ outcome: 'tentative', best: page[1] })
    const fewer = page.map((each, index) => card('Details', each.fingerprint.heading, index, 2, NOW))
    expect(heal(target, fewer.slice(0, 2)).outcome).toBe('failed')
  })

  it('one that deletes needs more than its heading', () => {
    const target = element({ name: 'Delete', heading: 'File b', ordinal: { index: 1, count: 2 } })
    expect(heal(target, [remove(0), remove(1)]).outcome).toBe('failed')
  })
})
