import { describe, expect, it } from 'vitest'
import type { Fingerprint } from '../fingerprint.ts'
import { hashName } from '../in-page/read-name.ts'
import { type Element, heal, link } from './test-elements.ts'

const NOW = { classes: ['item'], box: { x: 900, y: 3000, width: 20, height: 90 } }
const MENU = { landmark: 'navigation' }

const to = (name: string, address: string, fields: Partial<Fingerprint> = {}) =>
  link({ name, destination: hashName(address), href: address.split('?')[0]!, ...fields })

const known = (of: Element, ...marks: string[]): Element => ({
  ...of,
  others: ['~ ', ...marks].map((mark) => hashName(mark)),
})

const HELP = to('Help', '/help', MENU)

describe('a link of another name', () => {
  const target = known(to('Junk', '/mail?box=junk', MENU))

  it('is the learned one where it alone leads there', () => {
    const best = to('Doubtful', '/mail?box=junk', { ...MENU, ...NOW })
    const other = to('Sent', '/mail?box=sent', { ...MENU, ...NOW })
    expect(heal(target, [HELP, other, best])).toMatchObject({ outcome: 'tentative', best })
    expect(heal(target, [HELP, other]).outcome).toBe('failed')
  })

  it('is not known where another one leads there, now or when it was learned', () => {
    const best = to('Doubtful', '/mail?box=junk', { ...MENU, ...NOW })
    expect(heal(target, [HELP, best, to('Not so', '/mail?box=junk', { ...MENU, ...NOW })]).outcome).toBe(
      'failed',
    )
    const shared = known(target, '> address', '> path')
    expect(heal(shared, [HELP, best]).outcome).toBe('failed')
    const { others: _others, ...earlier } = target
    expect(heal(earlier, [HELP, best]).outcome).toBe('failed')
  })

  it('is another one in another part of the page', () => {
    const best = to('Doubtful', '/mail?box=junk', { landmark: 'contentinfo', ...NOW })
    expect(heal(target, [HELP, best]).outcome).toBe('failed')
  })

  it('is no other one where what is called so leads elsewhere', () => {
    const best = to('General', '/mail?box=junk', { ...MENU, ...NOW })
    const menu = link({ name: 'Junk', ...MENU, ...NOW })
    expect(heal(target, [HELP, menu, best])).toMatchObject({ outcome: 'tentative', best })
  })

  it('may delete only where the learned one did', () => {
    const best = to('Delete all', '/mail?box=junk', { ...MENU, ...NOW })
    expect(heal(target, [HELP, best]).outcome).toBe('failed')
    const deleting = known(to('Empty trash', '/mail?empty=1', MENU))
    const emptied = to('Delete for ever', '/mail?empty=1', { ...MENU, ...NOW })
    expect(heal(deleting, [HELP, emptied])).toMatchObject({ outcome: 'tentative', best: emptied })
  })

  it('is the only one to that page with another query, where its name goes on', () => {
    const profile = known(to('Profile', '/user/profile?id=7', MENU))
    const best = to('Profile of Rosa', '/user/profile', { ...MENU, ...NOW })
    expect(heal(profile, [HELP, best])).toMatchObject({ outcome: 'tentative', best })
    const strange = to('Activity', '/user/profile', { ...MENU, ...NOW })
    expect(heal(profile, [HELP, strange]).outcome).toBe('failed')
  })
})

it('a name in the same place is not kept where others led there too', () => {
  const beside = { before: ['Shop'], after: ['Chairs'] }
  const own = to('Chair of oak', '/chair', beside)
  const now = to('Chair of oak', '/chair', { indexedXpath: '/html[1]/body[1]/p[9]/a[1]' })
  const page = [to('Table', '/table'), now]
  expect(heal(known(own), page)).toMatchObject({ outcome: 'persist' })
  expect(heal(known(own, '> address', '> path'), page)).toMatchObject({ outcome: 'tentative' })
})
