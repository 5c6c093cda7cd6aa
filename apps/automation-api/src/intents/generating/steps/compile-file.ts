import type { Verb } from '../grammar/clause.ts'
import { findIrreversible, refuseIrreversible } from '../session/check-reversible.ts'
import type { Generation } from '../session/generation.ts'
import { locateElement } from '../locating/locate-element.ts'

type Of<Kind extends Verb['kind']> = Extract<Verb, { kind: Kind }> & { text: string }

/** Clicks what starts a download, and keeps the file. */
export async function download(
  generation: Generation,
  { target, fileName, text }: Of<'download'>,
): Promise<void> {
  const { item, place } = await locateElement(generation, target, ['press'])
  if (await findIrreversible(item)) throw refuseIrreversible(text)
  await generation.perform(
    target,
    { type: 'click', ...place },
    { type: 'waitForDownload', ...(fileName !== undefined && { fileName }) },
  )
}

export async function takeScreenshot(
  generation: Generation,
  { target, isWhole, fileName }: Of<'screenshot'>,
): Promise<void> {
  const named = fileName === undefined ? {} : { fileName }
  if (target === undefined) {
    await generation.settle()
    await generation.perform('the page', {
      type: 'screenshot',
      ...named,
      ...(isWhole && { fullPage: true }),
    })
    return
  }
  const { place } = await locateElement(generation, target, ['see'])
  await generation.perform(target, { type: 'screenshot', ...named, ...place })
}

export async function print(generation: Generation, { fileName }: Of<'pdf'>): Promise<void> {
  await generation.settle()
  await generation.perform('the page', { type: 'pdf', ...(fileName !== undefined && { fileName }) })
}
