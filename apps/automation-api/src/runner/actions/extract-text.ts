import type { Locator } from 'playwright-core'
import { storableText } from '@waypost/postgres'
import { z } from 'zod'
import { findElement, findElements } from '../elements/find-elements.ts'
import { engineSelector } from '../healing/page-engine.ts'
import { hasNavigated } from '../pages/has-navigated.ts'
import { matchPattern } from '../patterns/match-pattern.ts'
import type { ExtractedData } from '@waypost/webhooks'
import type { ActionOf, Step } from '../step.ts'
import { isTimeout } from '../is-timeout.ts'

const OUTPUT_LIMIT_KIB = 64

export async function extractText(action: ActionOf<'extractText'>, step: Step): Promise<ExtractedData> {
  const texts = await findAndRead(action, step)
  const kept = action.pattern === undefined ? texts : await matchPattern(action.pattern, texts)
  const [first] = kept
  if (first === undefined) throw new Error('the text does not match the pattern')
  if (step.isStrict && kept.every((text) => text === '')) throw new Error('the text is empty')
  const value = action.multiple ? kept.map(storableText) : storableText(first)
  if (Buffer.byteLength(JSON.stringify(value)) > OUTPUT_LIMIT_KIB * 1024) {
    throw new Error(`the text is longer than ${OUTPUT_LIMIT_KIB} KiB`)
  }
  return { [action.output]: value }
}

// Finds and reads; repeated where the page changed in between.
async function findAndRead(action: ActionOf<'extractText'>, step: Step): Promise<string[]> {
  const find = action.multiple ? findElements : findElement
  let texts: string[] = []
  while (texts.length === 0) texts = await readNow(await find(step, action))
  return texts
}

const READ_WITHIN_MS = 1000
const readTexts = z.array(z.string())
let readings = 0

// All at once, so that a list is read in one consistent state.
async function readNow(elements: Locator): Promise<string[]> {
  readings += 1
  try {
    const reading = elements.locator(engineSelector(`texts=${readings}`))
    return readTexts.parse(JSON.parse((await reading.textContent({ timeout: READ_WITHIN_MS })) ?? '[]'))
  } catch (error) {
    // The elements disappeared between being found and being read.
    if (hasNavigated(error) || isTimeout(error)) return []
    throw error
  }
}
