import { describe, expect, it } from 'vitest'
import { hashName, readName } from '../in-page/read-name.ts'
import { element, heal, link } from './test-elements.ts'

const card = (name: string, heading: string, index: number, count: number, fields = {}) =>
  link({ name, heading, ordinal: { index, count }, ...fields })

const NOW = { classes: ['card-link'], box: { x: 700, y: 900, width: 90, height: 30 } }

const hash = (name: string) => hashName(readName(name).exact)

const now = (name: string, heading: string) => link({ name, heading, before: ['Select'], ...NOW })

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

  it('none is the learned one by the title of the page, where that was the only one of its name', () => {
    const target = card('Details', 'All hostings', 0, 1, { before: ['Mail'], classes: ['a'] })
    const page = ['All hostings', 'Mail', 'Domains'].map((heading, index) =>
      card('Details', heading, index, 3, { before: [`From ${heading}`], ...NOW }),
    )
    expect(heal(target, page).outcome).toBe('failed')
    const kept = card('Details', 'All hostings', 0, 3, { before: ['Mail'], ...NOW })
    expect(heal(target, [kept, ...page.slice(1)])).toMatchObject({ outcome: 'tentative', best: kept })
  })

  it('one that deletes needs more than its heading', () => {
    const target = element({ name: 'Delete', heading: 'File b', ordinal: { index: 1, count: 2 } })
    expect(heal(target, [remove(0), remove(1)]).outcome).toBe('failed')
  })
})

describe('an element of another name', () => {
  const target = {
    ...link({ name: 'Photos', heading: 'Add-ons', before: ['Select'], classes: ['a'] }),
    others: [hash('Basics')],
  }
  const help = now('Help', 'Add-ons')

  it('is not the learned one under a heading that was another one then, while its own is still there', () => {
    expect(heal(target, [help, now('Gallery', 'Basics')]).outcome).toBe('failed')
  })

  it('is the learned one under a heading that is new, or where its own is no more', () => {
    const renewed = now('Gallery', 'Extras')
    expect(heal(target, [help, renewed])).toMatchObject({ outcome: 'tentative', best: renewed })
    const moved = now('Gallery', 'Basics')
    expect(heal(target, [now('Help', 'Basics'), moved])).toMatchObject({ outcome: 'tentative', best: moved })
  })
})
