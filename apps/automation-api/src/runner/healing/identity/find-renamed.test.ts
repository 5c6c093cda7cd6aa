import { describe, expect, it } from 'vitest'
import { decide } from '../decide.ts'
import { type Fingerprint, toFingerprint } from '../fingerprint.ts'
import { hashName } from '../in-page/read-name.ts'
import { chooseLookalikes } from '../lookalikes.ts'
import { rankByRarity } from '../ranking/rank-by-rarity.ts'
import { rankBySimilarity } from '../ranking/rank-by-similarity.ts'
import type { Learned } from './names.ts'

type Element = Omit<Learned, 'row'> & { row?: string }

let places = 0

function link(fields: Partial<Fingerprint>, others?: string[]): Element {
  places += 1
  const indexedXpath = `/html[1]/body[1]/div[${places}]/x[1]`
  const defaults = { tag: 'a', role: 'link', text: fields.name, indexedXpath, landmark: 'navigation' }
  return {
    fingerprint: toFingerprint({ ...defaults, ...fields }),
    isEditable: false,
    isSubmit: false,
    ...(others && { others: others.map(hashName) }),
  }
}

function heal(target: Element, page: Element[]) {
  return decide(target, [rankBySimilarity(target.fingerprint, page), rankByRarity(target.fingerprint, page)])
}

const HELP = link({ name: 'Imprint', before: ['Terms'] })
/** The first says that words of the learned name that others had are known. */
const KNOWN = ['~ ']

describe('an element with another name', () => {
  it('is the learned one where only what kind of thing it is was added or left out', () => {
    for (const [before, now] of [
      ['Pricing table', 'Pricing'],
      ['Forgot password', 'Forgot Password Page'],
      ['Table list', 'Tables'],
    ] as const) {
      const best = link({ name: now })
      expect(heal(link({ name: before }), [HELP, best])).toMatchObject({ outcome: 'tentative', best })
      expect(heal(link({ name: before }), [HELP, best, link({ name: now })]).outcome).toBe('failed')
    }
  })

  it('is the learned one where it alone has words that nothing else had, and the same icon', () => {
    const target = link({ name: 'User profile', glyph: 'name:person' }, KNOWN)
    const best = link({ name: 'Profile', glyph: 'name:person' })
    expect(heal(target, [HELP, best])).toMatchObject({ outcome: 'tentative', best })
    const several = link({ name: 'Profile settings' })
    expect(heal(target, [HELP, best, several]).outcome).toBe('failed')
    const wasShared = link({ name: 'User profile', glyph: 'name:person' }, ['~ ', '~ profile'])
    expect(heal(wasShared, [HELP, best]).outcome).toBe('failed')
    const unknown = link({ name: 'User profile', glyph: 'name:person' }, ['anything'])
    expect(heal(unknown, [HELP, best]).outcome).toBe('failed')
  })

  it('is the learned one where its name was its hint, and nothing else says so or said so', () => {
    const target = link({ name: 'Prettify', title: 'Prettify query (Shift-Ctrl-P)' })
    const best = link({ name: 'Prettify query (Shift-Ctrl-P)', text: '', glyph: 'path:Xa3f' })
    const copy = link({ name: 'Copy query', text: '' })
    expect(heal(target, [copy, best])).toMatchObject({ outcome: 'tentative', best })
    expect(heal(target, [copy, best, link({ name: 'Go', title: best.fingerprint.name })]).outcome).toBe(
      'failed',
    )
    const around = { before: [], after: [link({ name: 'Go', title: best.fingerprint.name })] }
    const wasSaidTwice = { ...target, lookalikes: chooseLookalikes(target, around) }
    expect(heal(wasSaidTwice, [copy, best]).outcome).toBe('failed')
    const shop = link({ name: best.fingerprint.name, site: 'shop.example' })
    const own = { ...target, fingerprint: { ...target.fingerprint, site: 'own.example' } }
    expect(heal(own, [copy, shop]).outcome).toBe('failed')
  })

  it('is another one where the added word says something else', () => {
    for (const [before, now] of [
      ['Edit profile', 'Profile'],
      ['All invoices', 'Invoices'],
      ['Tags for new journal entries', 'Tags for new entries'],
    ] as const)
      expect(heal(link({ name: before }, KNOWN), [HELP, link({ name: now })]).outcome).toBe('failed')
  })

  it('is the learned one where a part of it has the name, beside a shortcut or a badge', () => {
    const best = link({ name: 'Widgets new' })
    const part = {
      ...best,
      fingerprint: toFingerprint({
        tag: 'span',
        text: 'Widgets',
        indexedXpath: `${best.fingerprint.indexedXpath}/span[1]`,
      }),
    }
    expect(heal(link({ name: 'Widgets' }), [HELP, part, best])).toMatchObject({ outcome: 'tentative', best })
    const shortcut = link({ name: 'Import ctrl-i' })
    expect(heal(link({ name: 'Import' }), [HELP, shortcut])).toMatchObject({ best: shortcut })
  })

  it('is the learned one where its name says what its icon showed, or the other way round', () => {
    const icon = link({ glyph: 'name:magnifying-glass' })
    const named = link({ name: 'Search' })
    expect(heal(icon, [HELP, named])).toMatchObject({ outcome: 'tentative', best: named })
    expect(heal(named, [HELP, icon])).toMatchObject({ outcome: 'tentative', best: icon })
    expect(heal(icon, [HELP, link({ name: 'Settings' })]).outcome).toBe('failed')
  })

  it('is another one where an icon elsewhere on the page shows what its name said', () => {
    const search = link({ name: 'Search' })
    const [inMenu, inList] = ['banner', ''].map((landmark) =>
      link({ glyph: 'name:magnifying-glass', landmark }),
    )
    expect(heal(search, [HELP, inMenu!])).toMatchObject({ outcome: 'tentative', best: inMenu })
    expect(heal(search, [HELP, inList!]).outcome).toBe('failed')
  })

  it('is the learned one as the link of the logo, in whichever words or picture', () => {
    const target = link({ name: 'Acme', classes: ['navbar-brand'] })
    const best = link({ name: '...', alt: '...', classes: ['brand', 'wide'] })
    expect(heal(target, [HELP, best])).toMatchObject({ outcome: 'tentative', best })
    const footer = link({ name: '...', classes: ['brand'], landmark: 'contentinfo' })
    expect(heal(target, [HELP, footer]).outcome).toBe('failed')
  })

  it('is never one that may delete, however well its name agrees', () => {
    const best = link({ name: 'Delete' })
    expect(heal(link({ glyph: 'name:trash' }), [HELP, best]).outcome).toBe('failed')
    expect(heal(link({ name: 'Delete page' }), [HELP, link({ name: 'Delete' })]).outcome).toBe('failed')
  })
})

const at = (index: number, count: number, landmark: string) =>
  link({ name: 'Contact', landmark, ordinal: { index, count } })

describe('of several elements of one name', () => {
  const around = { before: ['Pricing'], after: ['Imprint'] }

  it('the one in the same part of the page is the learned one', () => {
    const target = link({ name: 'Contact', landmark: 'banner' })
    const best = link({ name: 'Contact', landmark: 'navigation' })
    const footer = link({ name: 'Contact', landmark: 'contentinfo' })
    expect(heal(target, [HELP, footer, best])).toMatchObject({ outcome: 'tentative', best })
    expect(heal(target, [HELP, footer])).toMatchObject({ outcome: 'failed' })
  })

  it('the one in no part of the page is the learned one, where that was in none either', () => {
    const target = link({ name: 'Contact', landmark: '' }, KNOWN)
    const best = link({ name: 'Contact', landmark: 'main' })
    const menu = link({ name: 'Contact' })
    expect(heal(target, [HELP, menu, best])).toMatchObject({ outcome: 'tentative', best })
    expect(heal(link({ name: 'Contact', landmark: '' }, ['anything']), [HELP, menu, best]).outcome).toBe(
      'failed',
    )
  })

  it('the same one of as many, in the same part of the page, is the learned one', () => {
    const [menu, footer] = [at(0, 2, 'navigation'), at(1, 2, 'contentinfo')]
    expect(heal(at(1, 2, 'contentinfo'), [HELP, menu, footer])).toMatchObject({
      outcome: 'tentative',
      best: footer,
    })
    expect(heal(at(0, 2, 'contentinfo'), [HELP, menu, footer]).outcome).toBe('failed')
    expect(heal(at(1, 3, 'contentinfo'), [HELP, menu, footer]).outcome).toBe('failed')
    expect(heal(at(1, 2, 'contentinfo'), [HELP, at(0, 1, 'contentinfo')]).outcome).toBe('failed')
  })

  it('one of another role may be the other one, where two were called so', () => {
    const target = link({ name: 'Contact', ...around }, ['= twin'])
    const button = { tag: 'button', role: 'button', type: 'button' }
    const left = link({ name: 'Contact', landmark: '', ...button })
    expect(heal(target, [HELP, left]).outcome).toBe('failed')
    const near = link({ name: 'Contact', ...around, ...button })
    expect(heal(target, [HELP, near])).toMatchObject({ best: near })
    const ofRole = link({ name: 'Contact', ...around })
    expect(heal(target, [HELP, left, ofRole])).toMatchObject({ best: ofRole })
  })
})

describe('of several elements whose names say the same', () => {
  const inForm = { tag: 'button', role: 'button', type: 'button', landmark: 'form' }
  /** Of an earlier release, which stored no parts of a page, nothing is known of them. */
  const target = link({ name: 'Create account', ...inForm }, KNOWN)

  it('the one of the same role in the same area is the learned one', () => {
    const best = link({ name: 'Sign up', ...inForm })
    expect(heal(target, [HELP, link({ name: 'Sign up' }), best])).toMatchObject({
      outcome: 'tentative',
      best,
      message: 'of those whose names say the same, the one in the same part of the page',
    })
    const other = link({ name: 'Sign up', ...inForm, landmark: 'main' })
    expect(heal(target, [HELP, other, best]).outcome).toBe('failed')
    const unknown = link({ name: 'Create account', landmark: '', tag: 'a', role: 'link' }, ['anything'])
    const content = link({ name: 'Sign up', landmark: 'main' })
    expect(heal(unknown, [HELP, link({ name: 'Sign up' }), content]).outcome).toBe('failed')
  })

  it('the one that kept a text beside it is the learned one', () => {
    const login = link({ name: 'Login', before: ['Tables', 'Profile'] })
    const best = link({ name: 'Sign in', before: ['Profile', 'Billing'] })
    const corner = link({ name: 'Sign in', before: ['Search'] })
    expect(heal(login, [HELP, corner, best])).toMatchObject({ outcome: 'tentative', best })
    expect(heal(login, [HELP, corner, link({ name: 'Sign in', before: ['Chat'] })]).outcome).toBe('failed')
  })

  it('the one in another area is the other one, where two said the same before', () => {
    const others = [...KNOWN, 'login']
    const button = link({ name: 'Sign in', ...inForm }, others)
    expect(heal(button, [HELP, link({ name: 'Sign in' })]).outcome).toBe('failed')
    expect(heal(button, [HELP, link({ name: 'Log in' })]).outcome).toBe('failed')
    const best = link({ name: 'Log in', ...inForm })
    expect(heal(button, [HELP, link({ name: 'Sign on' }), best])).toMatchObject({ best })
    const alone = link({ name: 'Sign in', ...inForm }, KNOWN)
    const left = link({ name: 'Sign in', before: ['Remember me'] })
    expect(
      heal({ ...alone, fingerprint: { ...alone.fingerprint, before: ['Remember me'] } }, [HELP, left]),
    ).toMatchObject({ best: left })
  })
})

const logo = (fields: Partial<Fingerprint>) => link({ classes: ['navbar-brand'], ...fields })

describe('the logo', () => {
  const cards = [1, 2].map((index) => link({ name: '...', landmark: 'main', ordinal: { index, count: 3 } }))

  it('is known by its class, also where pictures without a text are called as it is', () => {
    const target = { ...logo({ name: '...', ordinal: { index: 0, count: 3 } }), others: [] }
    const best = logo({ name: 'Acme' })
    const lookalikes = chooseLookalikes(target, { before: [], after: [HELP, ...cards] })
    expect(heal({ ...target, lookalikes }, [HELP, best])).toMatchObject({ outcome: 'tentative', best })
  })

  it('is unknown where the page had another one', () => {
    const target = { ...logo({ name: '...', ordinal: { index: 0, count: 3 } }), others: [] }
    const other = logo({ name: '...', landmark: 'contentinfo' })
    const lookalikes = chooseLookalikes(target, { before: [], after: [HELP, ...cards, other] })
    expect(heal({ ...target, lookalikes }, [HELP, logo({ name: 'Acme' })]).outcome).toBe('failed')
  })
})

it('a title that says what a link said is not that link', () => {
  const title = link({ name: 'What we do', tag: 'h2', role: 'heading', landmark: 'main', before: ['Acme'] })
  const target = link({ name: 'Services', before: ['Acme'] }, KNOWN)
  expect(heal(target, [HELP, title]).outcome).toBe('failed')
  const best = link({ name: 'What we do' })
  expect(heal(target, [HELP, title, best])).toMatchObject({ best })
})
