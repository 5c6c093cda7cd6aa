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

export const mostDrafts = 20

interface Stored extends Draft {
  savedAt: number
  /** What the compose page was opened with, and opens the draft with. Absent: a version before has kept the draft. */
  search?: ComposeSearch
}

/** A draft that this browser keeps, with its place. */
export interface KeptDraft extends Required<Stored> {
  place: string
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
  const { savedAt: _savedAt, search: _search, ...draft } = stored
  return draft
}

/**
 * The drafts of an account in this browser, the newest first. One without its search has no way back from a list: it is found
 * where it was begun, and is listed once it is changed there.
 */
export function listDrafts(accountId: string): KeptDraft[] {
  const drafts = draftKeys().flatMap((place) => {
    const stored = place.startsWith(`${draftKey}${accountId} `) ? readStored(place) : undefined
    return stored?.search ? [{ ...stored, search: stored.search, place }] : []
  })
  return drafts.toSorted((one, other) => other.savedAt - one.savedAt)
}

/**
 * Keeps a draft, and of all drafts the newest.
 *
 * @returns whether the browser had room for it
 */
export function saveDraft(place: string, search: ComposeSearch, draft: Draft): boolean {
  try {
    const stored: Stored = { ...draft, search, savedAt: Date.now() }
    localStorage.setItem(place, JSON.stringify(stored))
  } catch {
    return false
  }
  for (const old of draftKeys()
    .toSorted((one, other) => savedAt(other) - savedAt(one))
    .slice(mostDrafts))
    localStorage.removeItem(old)
  return true
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
  return (
    typeof given?.savedAt === 'number' &&
    (given.search === undefined || isSearch(given.search)) &&
    texts.every((name) => typeof given[name] === 'string')
  )
}

const isSearch = (value: unknown): value is ComposeSearch =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((each) => each === undefined || typeof each === 'string')
