import type { Page } from 'playwright-core'
import { findSecrets } from '../evidence/take-screenshot.ts'

/** Elements of the page, whose types this process does not have. */
interface Styled {
  style: {
    getPropertyValue(name: string): string
    getPropertyPriority(name: string): string
    setProperty(name: string, value: string, priority: string): void
  }
}

/**
 * Makes whatever shows a secret invisible, where nothing can be painted over it: what is not painted is in no PDF, as no
 * text either.
 *
 * @returns a function that shows all of it again
 */
export async function hideSecrets(page: Page, secrets: string[]): Promise<() => Promise<void>> {
  const places = await findSecrets(page, secrets)
  const handles = (await Promise.all(places.map((place) => place.elementHandles()))).flat()
  const shown = await Promise.all(
    handles.map((handle) =>
      handle.evaluate((element) => {
        const { style } = element as unknown as Styled
        const before = [
          style.getPropertyValue('visibility'),
          style.getPropertyPriority('visibility'),
        ] as const
        style.setProperty('visibility', 'hidden', 'important')
        return before
      }),
    ),
  )
  return async () => {
    await Promise.allSettled(
      handles.map((handle, index) =>
        handle.evaluate(
          (element, [value, priority]) =>
            (element as unknown as Styled).style.setProperty('visibility', value, priority),
          shown[index]!,
        ),
      ),
    )
  }
}
