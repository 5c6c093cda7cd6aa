import { expect, test } from 'vitest'
import { openTestPage } from '../browser/test-page.ts'
import { recordElement } from '../healing/record-element.ts'
import { inspectElement } from './inspect-element.ts'
import type { LearnedElement } from './learned-element.ts'

const step = { name: 'Buy', type: 'click', selectors: ['#buy'] }

const page = openTestPage()

const inspect = (learned: LearnedElement | undefined, timeoutMs: number) =>
  inspectElement(step, learned, { locator: page().locator('#buy'), frame: page().mainFrame(), timeoutMs })

test('an element that cannot be compared with the learned one in time is not accepted', async () => {
  await page().setContent('<button id="buy">Buy</button>')
  const recorded = await recordElement(page().locator('#buy'), { timeoutMs: 60_000 })
  const learned = { selectors: step.selectors, recorded, tentative: null }
  await expect(inspect(learned, 60_000)).resolves.toBeDefined()

  await page().setContent('<p>Sold out</p>')
  await expect(inspect(learned, 100)).rejects.toThrow(
    'could not be compared with that of earlier runs within 100 ms',
  )
  await expect(inspect(undefined, 100)).resolves.toEqual({})
})
