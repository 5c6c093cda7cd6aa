import type { TestProject } from 'vitest/node'
import { startDemoSite } from '../../stack/demo-site.ts'
import { runStart, type Stack } from '../start-stack.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The stack that all test files share. */
    stack: Omit<Stack, 'readLogs' | 'stop'>
    /** The site that the stories' automations visit. */
    siteUrl: string
  }
}

/** Starts the stack once for all stories. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const site = await startDemoSite()
  // Other tests check the pauses of deliveries and runs.
  const {
    stop,
    readLogs: _,
    ...stack
  } = await runStart({
    AUTOMATION_WEBHOOK_DELAYS: '0s,1s,1s,1s,1s',
    ALIAS_WEBHOOK_DELAYS: '0s,0s,0s,0s,0s',
    COOLDOWN_SECONDS: '0',
    LIMIT_REQUESTS_PER_MINUTE: '1000000',
  }).catch(async (error: unknown) => {
    await site.close()
    throw error
  })
  project.provide('stack', stack)
  project.provide('siteUrl', site.url)
  return async () => {
    await Promise.all([stop(), site.close()])
  }
}
