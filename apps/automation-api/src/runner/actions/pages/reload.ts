import type { ActionOf, Step } from '../../step.ts'
import { openDocument } from './open-document.ts'

export async function reload({ expectStatus }: ActionOf<'reload'>, step: Step): Promise<void> {
  const { page } = step
  const url = page.url()
  await openDocument(step, {
    frame: page.mainFrame(),
    url,
    expectStatus,
    open: (options) => page.reload(options),
  })
}
