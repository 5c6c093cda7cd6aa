import type { Verb } from '../grammar/clause.ts'
import type { Item } from '../page/survey-page.ts'
import { pressItem } from './compile-press.ts'
import { writeInto } from './compile-type.ts'
import { GenerationFailed } from '../session/failure.ts'
import type { Generation } from '../session/generation.ts'
import { keyOf, locate, type Seen } from '../locating/locate.ts'
import { writeSelectors } from '../locating/write-selectors.ts'

interface Form {
  user: Item
  password: Item
  button: Item
}

/** Fills in the page's only form with a password, and sends it. */
export async function signIn(
  generation: Generation,
  { user, password, text }: Extract<Verb, { kind: 'signIn' }> & { text: string },
  isLast: boolean,
): Promise<void> {
  const { found } = await locate(generation, findForm)
  const { values } = generation
  for (const [item, value] of [
    [found.user, user],
    [found.password, password],
  ] as const) {
    const place = await writeSelectors(item, { values })
    await writeInto(generation, { item, place, value, called: item.caption || item.name || item.type })
  }
  const place = await writeSelectors(found.button, { values })
  await pressItem(generation, {
    item: found.button,
    place,
    called: found.button.name || 'Sign in',
    step: text,
    isConfirmed: false,
    isLast,
    how: 'click',
  })
}

function findForm(items: Item[]): Seen<Form> {
  const [password, other] = items.filter(({ type, isEditable }) => isEditable && type === 'password')
  const own = password
    ? items.filter(({ form, frame }) => form === password.form && frame === password.frame)
    : []
  const users = own
    .slice(0, own.indexOf(password!))
    .filter(
      ({ isEditable, type, tag }) => isEditable && tag === 'input' && /^(?:text|email|tel|)$/.test(type),
    )
  const buttons = own.filter(({ isSubmit, isDisabled }) => isSubmit && !isDisabled)
  const [user, button] = [users.at(-1), buttons[0]]
  if (password && !other && user && button && buttons.length === 1)
    return { found: { user, password, button }, key: [user, password, button].map(keyOf).join('\n') }
  const lacking = other
    ? 'The page has several fields for passwords'
    : 'The page has no form with a name, a password and one button'
  return {
    problem: new GenerationFailed(
      'element_not_found',
      `${lacking}: say each step, as in: type "…" into E-mail; type "…" into Password; click Sign in.`,
    ),
    isDoubt: other !== undefined,
  }
}
