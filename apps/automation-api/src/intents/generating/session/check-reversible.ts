import { takeFingerprint } from '../../../runner/healing/collect.ts'
import { isDestructive } from '../../../runner/healing/risk/is-destructive.ts'
import { GenerationFailed } from './failure.ts'
import type { Item } from '../page/survey-page.ts'

const TIMEOUT_MS = 10_000
const TAKES_AWAY =
  /\b(?:delet|remov|eras|destroy|purg|wip|unsubscrib|revok|cancel|terminat|deactivat|log ?out|sign ?out)/i

/**
 * Generating an automation performs its steps, and so does validating and running it. So a step that looks
 * irreversible, such as an order, is only written down, and generation fails for steps after it. The words `really
 * click …` confirm the step.
 *
 * Following a link and submitting a form that only requests a page change nothing, whatever their names; except where
 * a link's name says that it deletes something.
 */
export async function findIrreversible(item: Item): Promise<boolean> {
  const { fingerprint } = await takeFingerprint(item.locator, {
    frame: item.frame,
    timeoutMs: TIMEOUT_MS,
  })
  if (!isDestructive(fingerprint) || isAnswerToCookies(item)) return false
  const { pathname, hash, protocol } = URL.parse(item.address) ?? { pathname: '', hash: '', protocol: '' }
  const isPlainLink = item.tag === 'a' && /^https?:$/.test(protocol) && (pathname !== '' || hash === '')
  if (isPlainLink && !item.address.endsWith('#'))
    return TAKES_AWAY.test(`${item.name} ${item.text} ${item.title}`)
  return !(item.isSubmit && item.isGet)
}

const ANSWERS =
  /^(?:reject|decline|refuse|deny)(?: all| optional| non-essential| unnecessary)?(?: cookies)?$/i

/** "Reject all" of a banner about cookies takes nothing away. */
const isAnswerToCookies = ({ name, around, before, after }: Item) =>
  ANSWERS.test(name.trim()) && /cookie|consent|gdpr/i.test([...around, ...before, ...after, name].join(' '))

export function refuseIrreversible(step: string): GenerationFailed {
  return new GenerationFailed(
    'irreversible_step',
    `“${step}” looks as if it could not be taken back, so it is not tried out, and nothing can be made of what comes after it. End the text with this step, or say “really ${step}” where it may be done now.`,
  )
}
