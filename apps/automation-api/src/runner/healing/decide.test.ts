import { describe, expect, it } from 'vitest'
import { decide } from './decide.ts'
import { type Fingerprint, toFingerprint } from './fingerprint.ts'
import { hashName } from './in-page/read-name.ts'
import type { Traits } from './may-heal-onto.ts'
import { rankByRarity } from './ranking/rank-by-rarity.ts'
import { rankBySimilarity } from './ranking/rank-by-similarity.ts'

function element(fields: Partial<Fingerprint>, traits: Partial<Traits> = {}): Traits {
  const defaults = { tag: 'button', role: 'button', type: 'button' }
  const fingerprint = toFingerprint({ ...defaults, text: fields.name, ...fields })
  return { fingerprint, isEditable: false, isSubmit: false, ...traits }
}

function row(index: number, fields: Partial<Fingerprint> = {}, count = 3): Traits {
  const before = [`Chair ${index}`, `Chair ${index - 1}`]
  const after = [`Chair ${index + 1}`, `Chair ${index + 2}`]
  const indexedXpath = `/html[1]/body[1]/ul[1]/li[${index}]/button[1]`
  const box = { x: 100, y: 40 * index, width: 60, height: 20 }
  return element({ name: 'Compare', before, after, indexedXpath, box, ordinal: { index, count }, ...fields })
}

const HEADER = element({
  name: 'Sign in',
  indexedXpath: '/html[1]/body[1]/header[1]/button[1]',
  before: ['Shop'],
  after: ['Chairs'],
})
const FOOTER = element({
  name: 'Imprint',
  indexedXpath: '/html[1]/body[1]/footer[1]/button[1]',
  before: ['Chairs'],
  after: [],
})

function heal(target: Traits, page: Traits[]) {
  return decide(target, [rankBySimilarity(target.fingerprint, page), rankByRarity(target.fingerprint, page)])
}

describe('a decision', () => {
  it('persists the only element of the same name, wherever it moved', () => {
    const moved = element({
      ...HEADER.fingerprint,
      indexedXpath: '/html[1]/body[1]/div[2]/nav[1]/button[3]',
      id: 'x',
    })
    expect(heal(HEADER, [FOOTER, moved, row(1)])).toMatchObject({ outcome: 'persist', best: moved })
  })

  it('never persists what has lost its role, nor one of several that were called so', () => {
    const box = element({ ...HEADER.fingerprint, tag: 'div', role: '', type: '' })
    expect(heal(HEADER, [FOOTER, box])).toMatchObject({ outcome: 'tentative', best: box })
    const target = { ...HEADER, others: [hashName('= twin')] }
    const moved = element({ ...HEADER.fingerprint, id: 'x' })
    expect(heal(target, [FOOTER, moved])).toMatchObject({ outcome: 'tentative', best: moved })
  })

  it('takes the only element of a short name in the same part of the page, and none elsewhere', () => {
    const inMenu = { landmark: 'navigation', classes: ['entry'], box: { x: 0, y: 0, width: 90, height: 20 } }
    const target = element({
      name: 'Team',
      nameAttribute: 'team',
      before: ['Shop'],
      after: ['Jobs'],
      ...inMenu,
    })
    const moved = (landmark: string) =>
      element({
        name: 'Team',
        landmark,
        before: ['Prices'],
        after: ['Press'],
        classes: ['link'],
        box: { x: 900, y: 2000, width: 20, height: 90 },
        indexedXpath: '/html[1]/body[1]/div[9]/b[1]/button[1]',
      })
    const best = moved('navigation')
    expect(heal(target, [FOOTER, best])).toMatchObject({ outcome: 'tentative', best })
    expect(heal(target, [FOOTER, moved('')])).toMatchObject({ outcome: 'failed' })
  })

  it('takes what alone stands between the same texts, beside its caption, whatever one ranker prefers', () => {
    const box = { x: 800, y: 900, width: 400, height: 300 }
    const around = { before: ['Lines', 'Branding'], after: ['Window', 'Photography'], box }
    const target = element({ ...around, indexedXpath: '/html[1]/body[1]/div[1]/a[1]' })
    const best = element({ ...around, classes: ['card'], indexedXpath: '/html[1]/body[1]/div[6]/a[1]' })
    const caption = element({
      text: 'Window',
      before: around.before,
      after: ['Photography', 'About'],
      indexedXpath: '/html[1]/body[1]/div[6]/p[1]',
    })
    const byOther = [HEADER, best, caption].map((candidate, index) => ({
      candidate,
      score: 0.9 - index / 10,
    }))
    const page = [HEADER, best, caption]
    const decision = decide(target, [rankBySimilarity(target.fingerprint, page), byOther])
    expect(decision).toMatchObject({ outcome: 'tentative', best })
    const twin = element({
      ...around,
      indexedXpath: '/html[1]/body[1]/div[9]/a[1]',
      box: caption.fingerprint.box,
    })
    const withTwin = [rankBySimilarity(target.fingerprint, [...page, twin]), byOther]
    expect(decide(target, withTwin)).toMatchObject({ outcome: 'failed' })
  })

  it('fails on an empty page', () => {
    expect(heal(HEADER, [])).toMatchObject({ outcome: 'failed', ranked: [], score: 0 })
  })

  it('fails where the element is gone, however similar its replacement is', () => {
    const other = element({ ...HEADER.fingerprint, name: 'Register', text: 'Register' })
    expect(heal(HEADER, [FOOTER, other, row(1)])).toMatchObject({ outcome: 'failed' })
  })

  it('distinguishes elements of one name by the texts around them', () => {
    const target = row(2)
    const moved = row(2, { box: { x: 100, y: 700, width: 60, height: 20 }, id: 'new' })
    expect(heal(target, [row(1), moved, row(3)])).toMatchObject({ best: moved })
  })

  it('accepts none of several of one name when the one between the same texts is gone', () => {
    expect(heal(row(2), [row(1, {}, 2), row(3, {}, 2)])).toMatchObject({ outcome: 'failed' })
  })

  it('is only tentative for an element that was renamed at its place', () => {
    const renamed = element({ ...HEADER.fingerprint, name: 'Sign in now', text: 'Sign in now' })
    const decision = heal(HEADER, [FOOTER, renamed, row(1)])
    expect(decision.outcome).not.toBe('failed')
    const unlike = element({ ...HEADER.fingerprint, name: 'Signing', text: 'Signing' })
    expect(heal(HEADER, [FOOTER, unlike, row(1)])).toMatchObject({ outcome: 'tentative', best: unlike })
  })

  it.each<[string, Partial<Fingerprint>, Partial<Traits>]>([
    ['a button that submits', {}, { isSubmit: true }],
    ['a password field', { type: 'password' }, {}],
    ['an element of another page', { pageTemplate: '/login' }, {}],
    ['an element that deletes', { name: 'Signing, delete', text: 'Signing, delete' }, {}],
  ])('never accepts %s in doubt', (_, fields, traits) => {
    const doubtful = element({ ...HEADER.fingerprint, name: 'Signing', text: 'Signing', ...fields }, traits)
    expect(heal(HEADER, [FOOTER, doubtful, row(1)])).toMatchObject({ outcome: 'failed' })
  })

  it('is only tentative for an element identified by its id on a translated page', () => {
    const target = element({ ...HEADER.fingerprint, id: 'sign-in', testIds: ['data-testid="sign-in"'] })
    const words = { name: 'Anmelden', text: 'Anmelden', before: ['Laden'], after: ['Stühle'] }
    const translated = element({ ...target.fingerprint, ...words })
    const others = [element({ ...FOOTER.fingerprint, name: 'Impressum', text: 'Impressum' }), row(1)]
    expect(heal(target, [...others, translated])).toMatchObject({ outcome: 'tentative', best: translated })
  })

  it('never accepts an element that was beside the learned one', () => {
    const target = element({ ...HEADER.fingerprint, before: ['Register'], after: ['Help'] })
    const neighbour = element({
      ...HEADER.fingerprint,
      name: 'Register',
      text: 'Register',
      before: ['Register'],
      after: ['Help'],
    })
    expect(heal(target, [FOOTER, neighbour])).toMatchObject({ outcome: 'failed' })
  })

  it('persists nothing that a further ranker disagrees with', () => {
    const page = [HEADER, FOOTER, row(1)]
    const rankings = [rankBySimilarity(HEADER.fingerprint, page), rankByRarity(HEADER.fingerprint, page)]
    expect(decide(HEADER, rankings)).toMatchObject({ outcome: 'persist', best: HEADER })
    const dissenting = [FOOTER, HEADER, row(1)].map((candidate, index) => ({
      candidate,
      score: 1 - index / 10,
    }))
    expect(decide(HEADER, [...rankings, dissenting]).outcome).not.toBe('persist')
  })

  it('returns the five most similar candidates when it fails', () => {
    const page = Array.from({ length: 9 }, (_, index) => row(index + 1))
    const decision = heal(HEADER, page)
    expect(decision.outcome === 'failed' && decision.ranked).toHaveLength(5)
  })
})
