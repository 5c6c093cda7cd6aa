import type { ExtractedData } from '@waypost/webhooks'
import { findElement } from '../../elements/find-elements.ts'
import type { ActionOf, Step } from '../../step.ts'
import { findSecrets } from '../../evidence/take-screenshot.ts'
import { keepFile } from './keep-file.ts'

export async function screenshot(action: ActionOf<'screenshot'>, step: Step): Promise<ExtractedData | void> {
  const { selectors, frame, fullPage = false, fileName = 'screenshot.png' } = action
  const element = selectors && (await findElement(step, { selectors, frame, type: 'hover' }))
  const { secrets = [] } = step
  const mask = secrets.length > 0 ? await findSecrets(step.page, secrets) : []
  const options = { type: 'png', mask, timeout: step.remainingMs() } as const
  const content = element
    ? await element.screenshot(options)
    : await step.page.screenshot({ ...options, fullPage })
  return keepFile(action, step, { kind: 'screenshot', name: fileName, contentType: 'image/png', content })
}
