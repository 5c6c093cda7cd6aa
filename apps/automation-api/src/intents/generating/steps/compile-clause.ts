import type { Clause } from '../grammar/clause.ts'
import { checkBox, chooseOption } from './compile-choice.ts'
import { compileExtract } from './compile-extract.ts'
import { pressElement, pressKeys, submit } from './compile-press.ts'
import { search } from './compile-search.ts'
import { type AddressCheck, open } from './compile-open.ts'
import { typeInto } from './compile-type.ts'
import { waitForElement } from './compile-wait.ts'
import type { Making } from './generation.ts'
import { seekElement } from './locate-element.ts'

/** What a clause is compiled with besides the page. */
export interface Surroundings {
  checkAddress: AddressCheck
  /** Nothing comes after it. */
  isLast: boolean
}

/** Finds what a clause means on the live page, writes the actions for it down, and does them there. */
export async function compileClause(
  making: Making,
  clause: Clause,
  { checkAddress, isLast }: Surroundings,
): Promise<void> {
  switch (clause.kind) {
    case 'open':
      return open(making, clause.url, checkAddress)
    case 'type':
      return typeInto(making, clause)
    case 'search':
      return search(making, clause, isLast)
    case 'press':
      return pressElement(making, clause, isLast)
    case 'submit':
      return submit(making, clause, isLast)
    case 'key':
      return pressKeys(making, clause, isLast)
    case 'choose':
      return chooseOption(making, clause.option, clause.field)
    case 'check':
      return checkBox(making, clause)
    case 'hover': {
      const { place } = await seekElement(making, clause.target, ['press', 'see'])
      await making.perform(clause.target, { type: 'hover', ...place })
      return
    }
    case 'waitFor':
      return waitForElement(making, clause)
    case 'waitForUrl':
      await making.perform(clause.url, { type: 'waitForUrl', url: clause.url })
      return
    case 'scroll':
      await making.perform(`the ${clause.to}`, { type: 'scroll', y: clause.to === 'top' ? 0 : 10_000_000 })
      return
    case 'extract':
      return compileExtract(making, clause)
    case 'pause':
      await making.settle()
  }
}
