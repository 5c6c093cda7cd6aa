import { eq } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Action } from '../../automations/action.ts'
import { newAutomation } from '../../automations/automation.ts'
import { createAutomation } from '../../automations/create-automation.ts'
import { triggerAutomation } from '../../automations/trigger-automation.ts'
import { artifacts } from '../../db/artifact-tables.ts'
import { executions } from '../../db/tables.ts'
import { saveSecret } from '../../secrets/save-secret.ts'
import { startPageServer, type PageServer } from '../page-server.ts'
import { withEnoughTime } from '../test-limits.ts'
import { ada, openRunnerBed } from '../test-runner.ts'

type Pages = Parameters<typeof startPageServer>[0]

/** Something that people automate a browser for. */
export interface Job {
  /** What the automation does, as the title of its test. */
  does: string
  pages: Pages
  actions: Action[]
  more?: Partial<z.input<typeof newAutomation>>
  secrets?: Record<string, string>
  /** What it reads. */
  gives?: object
  /** The kinds of files that it keeps. */
  keeps?: string[]
  /** Its failure twin: the same job where something is wrong, the step that fails, and the error that says so. */
  unless: {
    /** What is wrong, as the end of `fails where …`. */
    is: string
    pages?: Pages
    actions?: Action[]
    more?: Partial<z.input<typeof newAutomation>>
    at: string
    error: RegExp
  }
}

/** The site in the URLs of jobs, whose port is not known before it listens. */
export const SITE = 'https://site.test'

/** A page as sites write them. */
export const page = (body: string, title = 'Page') =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><body>${body}</body></html>`

/** For tests: runs each job as an automation, and its failure twin, one after the other against pages of its own. */
export function testJobs(of: string, jobs: Job[]): void {
  const { bed, execute } = openRunnerBed({ url: 'https://hooks.test/', events: ['automation.completed'] })
  const pages: Pages = {}
  let site: PageServer
  beforeAll(async () => {
    site = await startPageServer(pages)
  })
  afterAll(() => site.close())
  beforeEach(() => {
    for (const path of Object.keys(pages)) Reflect.deleteProperty(pages, path)
  })

  async function run(job: Pick<Job, 'pages' | 'actions' | 'more' | 'secrets'>) {
    const { services } = bed.service
    Object.assign(pages, job.pages)
    for (const [name, value] of Object.entries(job.secrets ?? {}))
      await saveSecret(services, ada, name, value)
    const written = JSON.stringify({ name: newId(), actions: job.actions, ...job.more })
    const wanted = newAutomation.parse(JSON.parse(written.replaceAll(SITE, site.url)))
    const { id } = await createAutomation(services, ada, wanted)
    const { executionId } = await triggerAutomation(services, ada, id, {})
    await execute(executionId)
    const [row] = await services.db.select().from(executions).where(eq(executions.id, executionId))
    const kept = await services.db.select().from(artifacts).where(eq(artifacts.executionId, executionId))
    return {
      error: row!.error,
      heals: row!.selfHealEvents.filter(({ outcome }) => outcome === 'succeeded'),
      data: row!.extractedData,
      kept: kept.map(({ kind }) => kind).filter((kind) => kind !== 'trace'),
    }
  }

  describe(`${of}:`, () => {
    test.each(jobs.map((job) => [job.does, job] as const))('%s', async (_does, job) => {
      expect(await run(job)).toMatchObject({
        error: null,
        heals: [],
        data: job.gives ?? {},
        kept: job.keeps ?? [],
      })
    })
    test.each(jobs.map((job) => [job.does, job.unless.is, job] as const))(
      '%s: fails where %s',
      async (_does, _is, { unless, ...job }) => {
        const twin = {
          ...job,
          ...unless,
          pages: { ...job.pages, ...unless.pages },
          more: { ...job.more, ...unless.more },
        }
        const { error } = await withEnoughTime(
          300,
          (timeoutMs) =>
            run({ ...twin, actions: limitStep(unless.actions ?? job.actions, unless.at, timeoutMs) }),
          (ended) => ended.error !== null && unless.error.test(ended.error),
        )
        expect(error).toContain(`Step "${unless.at}" (`)
        expect(error).toMatch(unless.error)
      },
    )
  })
}

/** The actions with a short timeout of the named step, wherever it is, so that only its failure is awaited. */
function limitStep(actions: Action[], name: string, timeoutMs: number): Action[] {
  const limit = (_key: string, value: unknown) => {
    const isNamed = typeof value === 'object' && value !== null && 'name' in value && value.name === name
    // A page that does not open fails with its response, not by the clock.
    if (!isNamed || !('type' in value) || value.type === 'navigate') return value
    return { timeoutMs, ...value }
  }
  return JSON.parse(JSON.stringify(actions), limit) as Action[]
}
