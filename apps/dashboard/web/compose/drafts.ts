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
  const stored = readStored(place)
  if (stored === undefined) return undefined
  const { savedAt: _savedAt, ...draft } = stored
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

const savedAt = (place: string): number => readStored(place)?.savedAt ?? 0

/** What cannot be read is deleted: a page must not break on what another version, or somebody else, has left in the browser. */
function readStored(place: string): Stored | undefined {
  const text = localStorage.getItem(place)
  if (text === null) return undefined
  const stored = parse(text)
  if (isStored(stored)) return stored
  localStorage.removeItem(place)
  return undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const texts = ['fromAddressId', 'fromName', 'to', 'cc', 'bcc', 'subject', 'html'] as const

function isStored(value: unknown): value is Stored {
  const given = value as Partial<Record<keyof Stored, unknown>> | null | undefined
  return typeof given?.savedAt === 'number' && texts.every((name) => typeof given[name] === 'string')
}
