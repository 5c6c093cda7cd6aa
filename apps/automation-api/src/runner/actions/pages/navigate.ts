import type { ActionOf, Step } from '../../step.ts'
import { openDocument } from './open-document.ts'

export async function navigate({ url, expectStatus }: ActionOf<'navigate'>, step: Step): Promise<void> {
  // A variable may have changed the URL since it was checked.
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error('the address is not an http or https URL')
  const frame = step.frame ?? step.page.mainFrame()
  await openDocument(step, { frame, url, expectStatus, open: (options) => frame.goto(url, options) })
}
