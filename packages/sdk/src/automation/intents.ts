import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { NewIntent, Operations } from '../generated/automation-api.ts'

/** Requests in plain language. */
export const intents = ({ call }: Client<Operations>) => ({
  /**
   * Runs the automation that is meant or, where there is none and the key's scopes allow it, has a draft generated.
   * Use `waitForIntent` for the outcome.
   */
  create: (body: NewIntent, options?: RequestOptions) => call('acceptIntent', { body }, options),
  get: (id: string, options?: RequestOptions) => call('getIntent', { path: { id } }, options),
})
