import { STATUS_CODES } from 'node:http'
import { errors } from 'playwright-core'
import { allowsStatus } from '../../automations/expected-status.ts'
import { clearDocumentFailure, lastDocumentFailure } from '../pages/watch-documents.ts'
import type { ActionOf, Step } from '../step.ts'

export async function navigate({ url, expectStatus }: ActionOf<'navigate'>, step: Step): Promise<void> {
  // A variable may have changed the URL since it was checked.
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error('the address is not an http or https URL')
  const frame = step.frame ?? step.page.mainFrame()
  clearDocumentFailure(frame)
  const response = await frame
    .goto(url, { waitUntil: 'domcontentloaded', timeout: step.remainingMs() })
    .catch((error: unknown) => {
      if (error instanceof errors.TimeoutError)
        throw new Error(`could not open ${url}: not done within ${step.timeoutMs} ms`)
      throw lastDocumentFailure(frame) ?? error
    })
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
    if (!(error instanceof errors.TimeoutError)) throw error
  })
}

function describeStatus(status: number): string {
  const phrase = STATUS_CODES[status]
  return phrase ? `${status} (${phrase})` : String(status)
}
