import type { ExtractedData } from '@waypost/webhooks'
import type { ActionOf, Step } from '../../step.ts'
import { hideSecrets } from '../../masking/hide-secrets.ts'
import { keepFile } from './keep-file.ts'

export async function pdf(action: ActionOf<'pdf'>, step: Step): Promise<ExtractedData | void> {
  const { format = 'A4', landscape = false, fileName = 'page.pdf' } = action
  const { secrets = [] } = step
  const show = secrets.length > 0 ? await hideSecrets(step.page, secrets) : undefined
  try {
    const content = await step.page.pdf({ format, landscape, printBackground: true })
    return await keepFile(action, step, {
      kind: 'pdf',
      name: fileName,
      contentType: 'application/pdf',
      content,
    })
  } finally {
    await show?.()
  }
}
