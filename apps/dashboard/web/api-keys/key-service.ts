import type { Page, PageQuery } from '../client/page.ts'

/** A key of either service. */
export interface ApiKey {
  id: string
  name: string
  prefix: string
  scopes: readonly string[]
  createdAt: string
  lastUsedAt: string | null
  /** Null: for good. */
  expiresAt: string | null
  state: 'active' | 'inactive' | 'expired' | 'revoked'
  isTest: boolean
}

interface KeyInput {
  name: string
  scopes: string[]
  /** ISO 8601; only where the service knows expiry. */
  expiresAt?: string
  /** Only where the service knows test keys. */
  isTest: boolean
}

/** What both services can do with keys, each in its own words. */
export interface KeyService {
  scopes: { name: string; label: string }[]
  hasExpiry: boolean
  hasTestMode: boolean
  /** How a program uses a key, for copying. */
  example(rawKey: string): string
  list(query: PageQuery): Promise<Page<ApiKey>>
  /** Answers the key itself, this once. */
  create(input: KeyInput): Promise<string>
  /** Whether it is the dashboard's own, which comes and goes with a sign-in; not there where it needs none. */
  isOfSignIn?: (key: ApiKey) => boolean
  /** Not there where a key cannot be put to sleep. */
  setActive?: (id: string, isActive: boolean) => Promise<unknown>
  remove(id: string): Promise<unknown>
  /** What removing is called there, and what it means. */
  removal: { label: string; confirm: string; words: string }
}
