import type { Verb } from '../grammar/clause.ts'
import { findIrreversible, refuseIrreversible } from '../session/check-reversible.ts'
import { findEntryLink } from '../moving/find-entry-link.ts'
import { GenerationFailed } from '../session/failure.ts'
import type { Generation, Unnamed } from '../session/generation.ts'
import { doubt, locateElement } from '../locating/locate-element.ts'
import { keyOf, locate, type Seen } from '../locating/locate.ts'
import type { Item } from '../page/survey-page.ts'
import { type Place, writeSelectors } from '../locating/write-selectors.ts'

type Of<Kind extends Verb['kind']> = Extract<Verb, { kind: Kind }>

const ACTIONS = {
  click: { type: 'click' },
  doubleClick: { type: 'doubleClick' },
  rightClick: { type: 'click', button: 'secondary' },
} as const

// A banner that is not there is not waited for as long as an element that must be.
const OPTIONAL = { optional: true, timeoutMs: 3000 }

/** What is answered to a dialog, and typed into it. */
export interface DialogAnswer {
  answer: 'accept' | 'dismiss'
  text?: string
}

export async function pressElement(
  generation: Generation,
  { target, how, isConfirmed, isOptional = false, text }: Of<'press'> & { text: string },
  isLast: boolean,
  answer?: DialogAnswer,
): Promise<void> {
  const { item, place } = await locateElement(generation, target, ['press'], {
    orElse: (items) => findEntryLink(items, generation.fill(target)),
    preferred: ({ form, isSubmit }) => isSubmit && form !== '' && form === generation.field?.form,
  })
  await pressItem(generation, {
    item,
    place,
    called: target,
    step: text,
    isConfirmed,
    isLast,
    how,
    isOptional,
    answer,
  })
}

export async function submit(
  generation: Generation,
  { isConfirmed, text }: Of<'submit'> & { text: string },
  isLast: boolean,
): Promise<void> {
  const { found: item } = await locate(generation, (items) => lookForSubmit(items, generation.field))
  const place = await writeSelectors(item, { values: generation.values })
  await pressItem(generation, {
    item,
    place,
    called: item.name || 'Submit',
    step: text,
    isConfirmed,
    isLast,
    how: 'click',
  })
}

/** Presses an element. As the last step of a text, the press is only checked and not performed. */
export async function pressItem(
  generation: Generation,
  press: {
    item: Item
    place: Place
    called: string
    step: string
    isConfirmed: boolean
    isLast: boolean
    how: keyof typeof ACTIONS
    isOptional?: boolean
    answer?: DialogAnswer | undefined
  },
): Promise<void> {
  const { item, place, called, step, isConfirmed, isLast, isOptional = false, answer } = press
  const action: Unnamed = { ...ACTIONS[press.how], ...place, ...(isOptional && OPTIONAL) }
  const dialog: Unnamed[] = answer ? [writeDialog(answer)] : []
  const actions = [action, ...dialog]
  if (isLast) {
    const timeout = generation.stepTimeoutMs
    await item.locator.click({ trial: true, timeout }).catch(() => {
      throw new GenerationFailed('step_failed', `“${called}” cannot be clicked: it is covered or disabled.`)
    })
    generation.write(called, ...actions)
    return
  }
  if (!isConfirmed && (await findIrreversible(item))) throw refuseIrreversible(step)
  await generation.perform(called, ...actions)
}

const writeDialog = ({ answer, text }: DialogAnswer): Unnamed => ({
  type: 'dialog',
  answer,
  ...(text !== undefined && { text }),
})

export async function pressKeys(
  generation: Generation,
  { keys, field, isConfirmed, text }: Of<'key'> & { text: string },
  isLast: boolean,
): Promise<void> {
  if (field !== undefined) {
    const { item, place } = await locateElement(generation, field, ['fill', 'press'])
    generation.field = item
    await generation.perform(field, { type: 'click', ...place })
  }
  await sendKeys(generation, { keys, step: text, isConfirmed, isLast })
}

export async function sendKeys(
  generation: Generation,
  {
    keys,
    step,
    isConfirmed,
    isLast,
  }: { keys: string[]; step: string; isConfirmed: boolean; isLast: boolean },
): Promise<void> {
  const isEnter = keys.at(-1) === 'Enter'
  if (isEnter && !isLast && !isConfirmed && (await sendsForGood(generation))) throw refuseIrreversible(step)
  const send = isLast ? generation.write : generation.perform
  await send(keys.join('+'), { type: 'press', key: keys.join('+') })
}

/** Whether Enter would submit an irreversible form. */
async function sendsForGood(generation: Generation): Promise<boolean> {
  const { field } = generation
  if (!field?.form || field.isGet) return false
  const button = (await generation.survey()).find(({ isSubmit, form }) => isSubmit && form === field.form)
  return button !== undefined && (await findIrreversible(button))
}

function lookForSubmit(items: Item[], field: Item | undefined): Seen<Item> {
  const buttons = items.filter(({ isSubmit }) => isSubmit)
  const own = field?.form
    ? buttons.filter(({ form, frame }) => form === field.form && frame === field.frame)
    : []
  const among = own.length > 0 ? own : buttons
  const [first, second] = among
  if (!first)
    return {
      problem: new GenerationFailed(
        'element_not_found',
        'There is no button on the page that submits a form.',
      ),
      isDoubt: false,
    }
  if (second) return { problem: doubt('submit', among), isDoubt: true }
  return { found: first, key: keyOf(first) }
}
