import type { Response } from 'playwright-core'
import { GenerationFailed } from './failure.ts'
import type { Making } from './making.ts'

/** What is wrong with an address that could never be opened, or undefined. */
export type AddressCheck = (url: string) => string | undefined

export async function open(making: Making, url: string, check: AddressCheck): Promise<void> {
  const filled = making.fill(url)
  const problem = check(filled)
  if (problem !== undefined) throw new GenerationFailed('address_refused', `The address ${url} ${problem}.`)
  const page = making.current()
  let status = 0
  const hear = (response: Response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame())
      status = response.status()
  }
  page.on('response', hear)
  try {
    await making.perform(URL.parse(url)?.host ?? url, { type: 'navigate', url })
  } finally {
    page.off('response', hear)
  }
  if (status >= 400)
    throw new GenerationFailed(
      'page_unreachable',
      `There is no page to work on at ${url}: it answers with HTTP ${status}.`,
    )
}
