import { takeFingerprint } from '../../../runner/healing/collect.ts'
import { isDestructive } from '../../../runner/healing/is-destructive.ts'
import { GenerationFailed } from './failure.ts'
import type { Item } from '../page/survey-page.ts'

const TAKES_AWAY =
  /\b(?:delet|remov|eras|destroy|purg|wip|unsubscrib|revok|cancel|terminat|deactivat|log ?out|sign ?out)/i

/**
 * To write an automation its steps are done, and it is done again when it is validated and whenever it runs. So what
 * looks as if it could not be taken back, such as an order, is only written down, and nothing can be made of what would
 * come after it. The words `really click …` say that it is to be done all the same.
 *
 * Following a link and sending a form that only asks for a page change nothing, whatever they are called; except where
 * a link says that it takes something away.
 */
export async function findIrreversible(item: Item): Promise<boolean> {
  const { fingerprint } = await takeFingerprint(item.locator, { frame: item.frame })
  if (!isDestructive(fingerprint)) return false
  const { pathname, hash, protocol } = URL.parse(item.address) ?? { pathname: '', hash: '', protocol: '' }
  const isPlainLink = item.tag === 'a' && /^https?:$/.test(protocol) && (pathname !== '' || hash === '')
  if (isPlainLink && !item.address.endsWith('#'))
    return TAKES_AWAY.test(`${item.name} ${item.text} ${item.title}`)
  return !(item.isSubmit && item.isGet)
}

export function refuseIrreversible(step: string): GenerationFailed {
  return new GenerationFailed(
    'irreversible_step',
    `“${step}” looks as if it could not be taken back, so it is not tried out, and nothing can be made of what comes after it. End the text with this step, or say “really ${step}” where it may be done now.`,
  )
}
