import type { Selector } from '../selector.ts'
import { fillText } from './fill-text.ts'

/** Whether the selectors mean another element with other variables. */
export function hasVariables(selectors: Selector[]): boolean {
  const texts = selectors.flat()
  return texts.some(
    (text) =>
      fillText(
        text,
        () => '',
        () => '',
      ) !== text,
  )
}
