import { decide } from '../decide.ts'
import { type Fingerprint, toFingerprint } from '../fingerprint.ts'
import { rankByRarity } from '../ranking/rank-by-rarity.ts'
import { rankBySimilarity } from '../ranking/rank-by-similarity.ts'
import type { Learned } from './names.ts'

export type Element = Omit<Learned, 'row'> & { row?: string }

let places = 0

/** For tests: an element at a place of its own. */
export function element(fields: Partial<Fingerprint>, more: Partial<Element> = {}): Element {
  places += 1
  const indexedXpath = `/html[1]/body[1]/div[${places}]/x[1]`
  const defaults = { tag: 'button', role: 'button', type: 'button', text: fields.name, indexedXpath }
  return {
    fingerprint: toFingerprint({ ...defaults, ...fields }),
    isEditable: false,
    isSubmit: false,
    ...more,
  }
}

export const link = (fields: Partial<Fingerprint>) => element({ tag: 'a', role: 'link', type: '', ...fields })

export const field = (fields: Partial<Fingerprint>) =>
  element({ tag: 'input', role: 'textbox', type: 'text', text: '', ...fields }, { isEditable: true })

export function heal(target: Element, page: Element[]) {
  const rankings = [rankBySimilarity, rankByRarity].map((rank) => rank(target.fingerprint, page))
  return decide(target, rankings, page)
}
