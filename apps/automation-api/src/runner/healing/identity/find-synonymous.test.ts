import { describe, expect, it } from 'vitest'
import { hashName } from '../in-page/read-name.ts'
import { type Element, heal, link } from './test-elements.ts'

const entry = (name: string, landmark = 'navigation') => link({ name, landmark })

const known = (of: Element, ...others: string[]): Element => ({
  ...of,
  others: ['~ ', ...others].map(hashName),
})

const HELP = entry('Imprint')

describe('an element whose name says the same in other words', () => {
  it('is another one where two were called so, or said so by the same symbol', () => {
    const best = entry('Sign up')
    expect(heal(known(entry('Register')), [HELP, best])).toMatchObject({ outcome: 'tentative', best })
    expect(heal(known(entry('Register'), '= twin'), [HELP, best]).outcome).toBe('failed')
    const next = entry('Next')
    expect(heal(known(entry('»')), [HELP, next])).toMatchObject({ outcome: 'tentative', best: next })
    expect(heal(known(entry('»'), '›'), [HELP, next]).outcome).toBe('failed')
  })

  it('is no text, which cannot be pressed', () => {
    const text = link({ name: 'Sign up', role: '', tag: 'span', landmark: 'navigation' })
    expect(heal(known(entry('Register')), [HELP, text]).outcome).toBe('failed')
  })

  it('is another one in another part of a page, unless the learned page has no such part', () => {
    const best = entry('Prices', 'contentinfo')
    const then = entry('Pricing', '')
    expect(heal(known(then), [HELP, best]).outcome).toBe('failed')
    expect(heal(known(then, '/ no menu'), [HELP, best]).outcome).toBe('failed')
    expect(heal(known(then, '/ no footer'), [HELP, best])).toMatchObject({ outcome: 'tentative', best })
    const inMenu = known(entry('Pricing'), '/ no footer')
    expect(heal(inMenu, [HELP, best]).outcome).toBe('failed')
  })

  it('may end the visit where the learned one did', () => {
    const best = entry('Sign out')
    expect(heal(known(entry('Log out')), [HELP, best])).toMatchObject({ outcome: 'tentative', best })
    expect(heal(known(entry('Switch user')), [HELP, best]).outcome).toBe('failed')
  })
})
