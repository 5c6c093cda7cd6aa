import { numbersOf, type Item } from '../../../intents/generating/page/survey-page.ts'
import type { Pointed } from './point-at.ts'

const HIGHEST = 4

/** What a survey says of the element that was pointed at, or else of the nearest one around it. */
export async function findItem(items: Item[], { frame, locator }: Pointed): Promise<Item | undefined> {
  let around = locator
  for (let height = 0; height < HIGHEST; height += 1) {
    const [number] = await numbersOf(around, 1)
    const item = items.find((each) => each.frame === frame && each.number === number)
    if (item) return item
    around = around.locator('xpath=..')
  }
  return undefined
}
