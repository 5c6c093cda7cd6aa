import type { Download } from 'playwright-core'
import type { ExtractedData } from '@waypost/webhooks'
import { readDownload } from '../../pages/read-download.ts'
import { takeDownload, wasPosted } from '../../pages/watch-interruptions.ts'
import type { ActionOf, Step } from '../../step.ts'
import { waitUntil } from '../../wait-until.ts'
import { withinRun } from '../../within-run.ts'
import { keepFile } from './keep-file.ts'

const MOST_BYTES = 50 * 1024 * 1024

/** Keeps the next download that earlier steps have started. */
export async function waitForDownload(
  action: ActionOf<'waitForDownload'>,
  step: Step,
): Promise<ExtractedData | void> {
  const context = step.page.context()
  const { signal, remainingMs } = step
  const download = await waitUntil({ signal, remainingMs }, () => takeDownload(context))
  if (!download) throw new Error(`no download started within ${step.timeoutMs} ms`)
  const content = await read(download, step)
  const name = action.fileName ?? download.suggestedFilename().slice(0, 200)
  return keepFile(action, step, { kind: 'download', name, contentType: typeOf(name), content })
}

async function read(download: Download, step: Step): Promise<Buffer> {
  const late = AbortSignal.timeout(Math.ceil(step.remainingMs()))
  try {
    if (wasPosted(step.page.context(), download.url()))
      throw new Error('it answers a form, and cannot be asked for again')
    const reading = readDownload(download, step.page, MOST_BYTES)
    return await withinRun(reading, AbortSignal.any([step.signal, late]))
  } catch (error) {
    if (step.signal.aborted) throw error
    const reason = late.aborted ? `not done within ${step.timeoutMs} ms` : describe(error)
    throw new Error(`the download “${download.suggestedFilename()}” failed: ${reason}`, { cause: error })
  }
}

const describe = (error: unknown) =>
  error instanceof Error ? error.message.split('\n', 1)[0]! : String(error)

const types: Record<string, string> = {
  csv: 'text/csv',
  json: 'application/json',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  txt: 'text/plain',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
}
const typeOf = (name: string) =>
  types[/\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream'
