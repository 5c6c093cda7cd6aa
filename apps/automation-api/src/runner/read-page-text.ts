import type { Selector } from '../automations/selector.ts'
import { lookForElements } from './elements/find-elements.ts'
import { findChildFrame } from './pages/find-frames.ts'
import { hasNavigated } from './pages/has-navigated.ts'
import type { Step } from './step.ts'

interface Within {
  selectors?: Selector[] | undefined
  frame?: number[] | undefined
}

/** The visible text of the page, or of the elements that match, at this moment; with single spaces. */
export async function readPageText(step: Step, within: Within): Promise<string> {
  try {
    const texts = await readTexts(step, within)
    return texts.join(' ').replaceAll(/\s+/g, ' ').trim()
  } catch (error) {
    if (hasNavigated(error)) return ''
    throw error
  }
}

async function readTexts(step: Step, { selectors, frame }: Within): Promise<string[]> {
  if (selectors) return (await lookForElements(step, { selectors, frame }))?.locator.allInnerTexts() ?? []
  const page = findChildFrame(step.frame ?? step.page.mainFrame(), frame ?? [])
  return page?.locator('body').allInnerTexts() ?? []
}
