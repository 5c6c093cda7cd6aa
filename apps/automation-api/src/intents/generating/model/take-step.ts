import { findIrreversible, refuseIrreversible } from '../session/check-reversible.ts'
import { compilePages } from '../flow/compile-pages.ts'
import { compileList } from '../reading/compile-list.ts'
import { chooseIn } from '../steps/compile-choice.ts'
import { type AddressCheck, open } from '../moving/compile-open.ts'
import { keepReading } from '../reading/compile-extract.ts'
import { pressItem, sendKeys } from '../steps/compile-press.ts'
import { writeInto } from '../steps/compile-type.ts'
import { writeWait } from '../steps/compile-wait.ts'
import { findOwnAnchor } from '../page/find-own-anchor.ts'
import { listAlike } from '../page/list-alike.ts'
import type { Generation } from '../session/generation.ts'
import type { ModelStep } from './model-step.ts'
import { readList } from '../grammar/read-list.ts'
import { readKeys } from '../grammar/read-keys.ts'
import { writePlace } from '../locating/locate-element.ts'
import type { Item } from '../page/survey-page.ts'

/** Performs an allowed step, and writes it down. */
export async function takeStep(
  generation: Generation,
  { action, value, output, all, isLast }: ModelStep,
  { items, item, checkAddress }: { items: Item[]; item: Item | undefined; checkAddress: AddressCheck },
): Promise<void> {
  const given = value ?? ''
  if (action === 'open') return open(generation, given, checkAddress)
  if (action === 'scroll') {
    const isUp = /top|up/i.test(given)
    await generation.perform(isUp ? 'the top' : 'the bottom', { type: 'scroll', y: isUp ? 0 : 10_000_000 })
    return
  }
  if (action === 'press_key')
    return sendKeys(generation, {
      keys: readKeys(`${given} key`) ?? [],
      step: `press ${given}`,
      isConfirmed: false,
      isLast,
    })
  if (action === 'back' || action === 'forward' || action === 'reload') {
    await generation.perform('', { type: action })
    return
  }
  if (action === 'wait') {
    generation.write(`${given} s`, { type: 'wait', durationMs: Number(given) * 1000 })
    return generation.settle()
  }
  if (action === 'expect') {
    await generation.perform(given, { type: 'assert', text: generation.fill(given) })
    return
  }
  if (action === 'hand_over') {
    generation.write('', { type: 'handOver', message: given })
    return
  }
  if (action === 'screenshot' || action === 'pdf') {
    await generation.perform('the page', { type: action })
    return
  }
  if (action === 'extract_list') {
    const asked = readList(given)
    if (!asked) return
    const list = { ...asked.list, output: output ?? '', text: given }
    if (!asked.pages) return compileList(generation, list)
    return compilePages(generation, { kind: 'pages', read: list, text: given, ...asked.pages }, () =>
      compileList(generation, list),
    )
  }
  if (!item) return
  const called = item.caption || item.name || item.text || item.placeholder || item.tokens[0] || item.tag
  const anchor = findOwnAnchor(items, item)
  if (action === 'extract') {
    const alike = all ? listAlike(items, item) : [item]
    const found = { items: alike, what: called, isMultiple: all ?? false, ...(anchor && { anchor }) }
    return keepReading(generation, output ?? '', found)
  }
  if (action === 'wait_for') return writeWait(generation, called, { item, name: item.text || called })

  const place = await writePlace(generation, '', { item, anchor })
  switch (action) {
    case 'hover':
      await generation.perform(called, { type: 'hover', ...place })
      return
    case 'type':
      return writeInto(generation, { item, place, value: given, called })
    case 'check':
    case 'uncheck':
      await generation.perform(called, { type: action, ...place })
      return
    case 'download':
      if (await findIrreversible(item)) throw refuseIrreversible(`download ${called}`)
      await generation.perform(called, { type: 'click', ...place }, { type: 'waitForDownload' })
      return
    case 'choose':
      return chooseIn(generation, { item, place, option: given, called })
    case 'click':
    case 'double_click': {
      const how = action === 'click' ? 'click' : 'doubleClick'
      return pressItem(generation, {
        item,
        place,
        called,
        step: `click ${called}`,
        isConfirmed: false,
        isLast,
        how,
      })
    }
  }
}
