import { describe, expect, it } from 'vitest'
import type { Lookalike } from '../lookalikes.ts'
import { heal, link } from './test-elements.ts'

const stored = (name: string, at: number): Lookalike => ({
  at,
  tag: 'a',
  role: 'link',
  name,
  indexedXpath: `/html[1]/body[1]/footer[1]/ul[1]/li[${at + 5}]/a[1]`,
})

const target = {
  ...link({
    name: 'Advanced search',
    indexedXpath: '/html[1]/body[1]/footer[1]/ul[1]/li[5]/a[1]',
    href: '/find',
  }),
  lookalikes: [stored('Terms', -2), stored('Site map', -1), stored('Returns', 1), stored('Contact', 2)],
}

const entry = (name: string, at: number) =>
  link({ name, indexedXpath: `/html[1]/body[1]/footer[1]/ol[1]/li[${at}]/a[1]` })
const company = ['Terms', 'Site map', 'Returns', 'Contact'].map((name, index) => entry(name, index + 1))
const called = (indexedXpath: string) => link({ name: 'Advanced search', href: '/find', indexedXpath })

describe('what was beside an element', () => {
  it('says that the one elsewhere is another one where all of it is far away', () => {
    const best = called('/html[1]/body[1]/header[1]/a[1]')
    const between = Array.from({ length: 8 }, (_, index) =>
      link({ name: `Product ${index}`, href: `/${index}` }),
    )
    expect(heal(target, [best, ...between, ...company]).outcome).toBe('failed')
    expect(heal(target, [best, ...between, ...company.slice(3)])).toMatchObject({ best })
  })

  it('says so where all of it is in one list without it', () => {
    const outside = called('/html[1]/body[1]/header[1]/a[1]')
    expect(heal(target, [outside, ...company]).outcome).toBe('failed')
    expect(heal(target, [outside, ...company.slice(1)])).toMatchObject({ best: outside })
    const inside = called('/html[1]/body[1]/footer[1]/ol[1]/li[5]/a[1]')
    expect(heal(target, [...company, inside])).toMatchObject({ best: inside })
  })
})
