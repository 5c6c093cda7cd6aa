import type { Locator } from 'playwright-core'
import { storableText } from '@waypost/postgres'
import { findElement, findElements } from '../find-elements.ts'
import { isLeft } from '../pages/is-left.ts'
import { matchPattern } from '../match-pattern.ts'
import type { ActionOf, ExtractedData, Step } from '../step.ts'

const OUTPUT_LIMIT_KIB = 64

export async function extractText(action: ActionOf<'extractText'>, step: Step): Promise<ExtractedData> {
  const texts = await readTexts(action, step)
  const kept = action.pattern === undefined ? texts : matchPattern(action.pattern, texts)
  const [first] = kept
  if (first === undefined) throw new Error('the text does not match the pattern')
  if (step.isStrict && kept.every((text) => text === '')) throw new Error('the text is empty')
  const value = action.multiple ? kept.map(storableText) : storableText(first)
  if (Buffer.byteLength(JSON.stringify(value)) > OUTPUT_LIMIT_KIB * 1024) {
    throw new Error(`the text is longer than ${OUTPUT_LIMIT_KIB} KiB`)
  }
  return { [action.output]: value }
}

// Finds and reads; where the page changed between the two, again.
async function readTexts(action: ActionOf<'extractText'>, step: Step): Promise<string[]> {
  const find = action.multiple ? findElements : findElement
  let texts: string[] = []
  while (texts.length === 0) texts = await readNow(await find(step, action))
  return texts
}

// All in one go, so that a list is read as it stood at one moment.
async function readNow(elements: Locator): Promise<string[]> {
  try {
    const texts = await elements.evaluateAll((found) =>
      found.map((element) =>
        ['INPUT', 'TEXTAREA', 'SELECT'].includes(element.tagName)
          ? element.value
          : (element.innerText ?? element.textContent),
      ),
    )
    // A page can have replaced any function used above, so what comes back need not be text.
    return [texts].flat().map((text) => String(text).trim())
  } catch (error) {
    if (isLeft(error)) return []
    throw error
  }
}
