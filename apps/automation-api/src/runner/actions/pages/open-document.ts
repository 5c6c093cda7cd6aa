import { STATUS_CODES } from 'node:http'
import type { Frame, Response } from 'playwright-core'
import { allowsStatus, type expectedStatus } from '../../../automations/expected-status.ts'
import type { z } from 'zod'
import { clearDocumentFailure, lastDocumentFailure } from '../../pages/watch-documents.ts'
import { areDownloadsExpected } from '../../pages/watch-interruptions.ts'
import type { Step } from '../../step.ts'
import { isTimeout } from '../../is-timeout.ts'

interface Opening {
  frame: Frame
  /** For errors. */
  url: string
  expectStatus?: z.infer<typeof expectedStatus> | undefined
  open: (options: { waitUntil: 'domcontentloaded'; timeout: number }) => Promise<Response | null>
}

/** Opens a document in a frame, and fails where that is not a page of the site, or not with the expected status. */
export async function openDocument(step: Step, { frame, url, expectStatus, open }: Opening): Promise<void> {
  clearDocumentFailure(frame)
  const response = await open({ waitUntil: 'domcontentloaded', timeout: step.remainingMs() }).catch(
    (error: unknown) => {
      // A later step keeps it.
      if (String(error).includes('Download is starting') && areDownloadsExpected(step.page.context()))
        return null
      if (isTimeout(error)) throw new Error(`could not open ${url}: not done within ${step.timeoutMs} ms`)
      throw lastDocumentFailure(frame) ?? error
    },
  )
  const failure = lastDocumentFailure(frame)
  if (failure) throw failure
  // A navigation within a document has no response.
  const status = response?.status()
  if (status !== undefined && !allowsStatus(status, expectStatus))
    throw new Error(
      `could not open ${response!.url()}: the site answered HTTP ${describeStatus(status)}${expectStatus ? `, not ${expectStatus.join(' or ')}` : ''}`,
    )
  // A page is usable even if its last image never arrives, so the load is awaited but not required.
  await frame.waitForLoadState('load', { timeout: step.remainingMs() }).catch((error: unknown) => {
    if (!isTimeout(error)) throw error
  })
}

function describeStatus(status: number): string {
  const phrase = STATUS_CODES[status]
  return phrase ? `${status} (${phrase})` : String(status)
}
