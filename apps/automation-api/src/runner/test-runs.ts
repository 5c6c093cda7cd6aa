import type { Page } from 'playwright-core'
import type { Action } from '../automations/action.ts'
import type { PageServer } from './page-server.ts'
import { runActions } from './run-actions.ts'
import type { Nameless } from './test-actions.ts'

export const LOGIN = `
  <form action="/welcome">
    <label>E-mail <input name="email"></label>
    <label>Password <input name="password" type="password"></label>
    <select name="language"><option value="en">English<option value="fr">French</select>
    <button>Log in</button>
  </form>`

/** For tests: runs of actions in the current page. */
export function createRuns(current: () => { page: Page; server: PageServer }) {
  return {
    open: (path: string): Nameless => ({
      type: 'navigate',
      url: new URL(path, current().server.url).href,
    }),
    read: (selector: string, options: { multiple?: boolean; pattern?: string } = {}): Nameless => ({
      type: 'extractText',
      selectors: [selector],
      output: 'text',
      ...options,
    }),
    run: (actions: Nameless[], options: Partial<Parameters<typeof runActions>[0]> = {}) =>
      runActions({
        page: current().page,
        actions: actions.map((action, index): Action => ({ ...action, name: `Step ${index + 1}` })),
        signal: new AbortController().signal,
        defaultTimeoutMs: 60_000,
        ...options,
      }),
  }
}
