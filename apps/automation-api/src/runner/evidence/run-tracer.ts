import { readFile, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settlesWithin } from '@waypost/concurrency'
import type { BrowserContext, Page } from 'playwright-core'
import type { KeepArtifact } from './run-artifacts.ts'

export type TraceMode = 'failures' | 'all' | 'none'

/** Records what a run does, for Playwright's trace viewer. */
export interface RunTracer {
  /** Names what follows, until `end`. */
  begin: (name: string) => Promise<void>
  end: () => Promise<void>
  /** The page at the moment when a step has failed. */
  recordFailure: (page: Page, stepName: string, error: string) => Promise<void>
  /** Ends the trace, where there is one; the returned function begins another, where there was. */
  suspend: () => Promise<() => Promise<void>>
  /** Keeps the trace, where there is one. */
  finish: () => Promise<void>
}

const nothing: RunTracer = {
  begin: async () => {},
  end: async () => {},
  recordFailure: async () => {},
  suspend: async () => async () => {},
  finish: async () => {},
}

const patienceMs = 3000

// A trace that cannot be recorded or kept is no reason for a run to fail, or to wait for a page that does not respond.
async function quietly(work: () => Promise<unknown>): Promise<boolean> {
  let isDone = false
  const end = () => void (isDone = true)
  await settlesWithin(patienceMs, work().then(end))
  return isDone
}

/**
 * A whole trace makes a run's steps take half as long again, so by default a trace is begun only when a step has failed: it
 * has the page and a picture of it at that moment.
 *
 * @param mode which runs have a trace; `none` where the run must leave none
 */
export async function createRunTracer(
  context: BrowserContext,
  mode: TraceMode,
  keep: KeepArtifact,
): Promise<RunTracer> {
  if (mode === 'none') return nothing
  const { tracing } = context
  let isRecording = false
  let of = ''
  const start = async () => {
    isRecording = true
    await tracing.start({ snapshots: true, screenshots: true, title: 'Waypost' })
  }
  if (mode === 'all') await start()
  const finish = async (): Promise<void> => {
    if (!isRecording) return
    isRecording = false
    const path = join(tmpdir(), `waypost-trace-${randomUUID()}.zip`)
    await quietly(async () => {
      await tracing.stop({ path })
      const content = await readFile(path)
      await keep({
        kind: 'trace',
        stepName: of,
        name: 'trace.zip',
        contentType: 'application/zip',
        content,
      })
    })
    await rm(path, { force: true })
  }
  return {
    begin: async (name) => {
      of = name
      if (isRecording) await quietly(() => tracing.group(name))
    },
    end: async () => {
      if (isRecording && mode === 'all') await quietly(() => tracing.groupEnd())
    },
    recordFailure: async (page, stepName, error) => {
      if (isRecording && mode !== 'all') return
      of = stepName
      const isDone = await quietly(async () => {
        if (!isRecording) await start()
        await tracing.group(`${stepName}: ${error}`)
        // Each of them records the page before and after.
        await page.screenshot({ timeout: 2000 })
        await tracing.groupEnd()
      })
      // Its end would not come either.
      if (!isDone) isRecording = false
    },
    suspend: async () => {
      const isWhole = isRecording && mode === 'all'
      await finish()
      return async () => {
        if (!isWhole) return
        await quietly(async () => {
          await start()
          // The end of the step ends its group.
          await tracing.group(of)
        })
      }
    },
    finish,
  }
}
