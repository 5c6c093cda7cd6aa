import type { ComposeSearch } from '../emails/searches.ts'
import { draftKey, draftKeys } from './delete-drafts.ts'

/** An email that was not sent yet, without its files. */
export interface Draft {
  fromAddressId: string
  fromName: string
  to: string
  cc: string
  bcc: string
  subject: string
  html: string
}

const mostDrafts = 20

interface Stored extends Draft {
  savedAt: number
}

/** The place of a draft in this browser: of the answer to an email, or of a new one from an alias or to somebody. */
export function draftPlace(
  accountId: string,
  { reply, from, to }: Pick<ComposeSearch, 'reply' | 'from' | 'to'> = {},
): string {
  const about = reply === undefined ? ['new', from, to] : [reply]
  return [draftKey + accountId, ...about.filter((each) => each !== undefined)].join(' ')
}

export function loadDraft(place: string): Draft | undefined {
  const text = localStorage.getItem(place)
  if (text === null) return undefined
  const { savedAt: _savedAt, ...draft } = JSON.parse(text) as Stored
  return draft
}

/** Keeps a draft, and of all drafts the newest. A browser without room for it keeps none. */
export function saveDraft(place: string, draft: Draft): void {
  try {
    localStorage.setItem(place, JSON.stringify({ ...draft, savedAt: Date.now() } satisfies Stored))
  } catch {
    return
  }
  for (const old of draftKeys()
    .toSorted((one, other) => savedAt(other) - savedAt(one))
    .slice(mostDrafts))
    localStorage.removeItem(old)
}

export const deleteDraft = (place: string): void => localStorage.removeItem(place)

const savedAt = (place: string): number =>
  (JSON.parse(localStorage.getItem(place) ?? '{}') as Partial<Stored>).savedAt ?? 0
