import type { ExtractedData } from '@waypost/webhooks'
import type { ActionOf, Step } from '../../step.ts'
import { keepFile } from './keep-file.ts'

export async function pdf(action: ActionOf<'pdf'>, step: Step): Promise<ExtractedData | void> {
  const { format = 'A4', landscape = false, fileName = 'page.pdf' } = action
  const content = await step.page.pdf({ format, landscape, printBackground: true })
  return keepFile(action, step, { kind: 'pdf', name: fileName, contentType: 'application/pdf', content })
}
