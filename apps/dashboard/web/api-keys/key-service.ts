import type { Page, PageQuery } from '../client/page.ts'

/** An API key of either service. */
export interface ApiKey {
  id: string
  name: string
  prefix: string
  scopes: readonly string[]
  createdAt: string
  lastUsedAt: string | null
  /** Null: the key never expires. */
  expiresAt: string | null
  state: 'active' | 'inactive' | 'expired' | 'revoked'
  isTest: boolean
}

interface KeyInput {
  name: string
  scopes: string[]
  /** ISO 8601; only if the service's keys can expire. */
  expiresAt?: string
  /** Only if the service has test keys. */
  isTest: boolean
}

/** The key operations of a service, with its wording. */
export interface KeyService {
  scopes: { name: string; label: string }[]
  hasExpiry: boolean
  hasTestMode: boolean
  /** A command that uses the key, for copying. */
  example(rawKey: string, baseUrl: string): string
  list(query: PageQuery): Promise<Page<ApiKey>>
  /** Returns the raw key, which is never available again. */
  create(input: KeyInput): Promise<string>
  /** Whether the key is the dashboard's own, created and deleted with a sign-in; absent if the service has no such keys. */
  isOfSignIn?: (key: ApiKey) => boolean
  /** Absent if the service's keys cannot be deactivated. */
  setActive?: (id: string, isActive: boolean) => Promise<unknown>
  remove(id: string): Promise<unknown>
  /** The wording of the removal of a key. */
  removal: { label: string; confirm: string; words: string }
}
