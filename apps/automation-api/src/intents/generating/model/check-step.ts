import type { ModelStep } from './model-step.ts'
import { isOnHosts } from '../grammar/named-hosts.ts'
import { readList } from '../grammar/read-list.ts'
import { readKeys } from '../grammar/read-keys.ts'
import { listVariablesIn } from '../session/list-variables-in.ts'
import { fillText } from '../../../automations/variables/fill-text.ts'
import type { Item } from '../page/survey-page.ts'

export interface StepPolicy {
  text: string
  values: Record<string, string>
  /** Named in the text. */
  hosts: string[]
  /** Why a URL can never be opened. */
  checkAddress: (url: string) => string | undefined
  /** Nothing has been opened yet. */
  isBlank: boolean
}

const MOST_WAIT_SECONDS = 300

const ON_ELEMENT = /^(?:click|double_click|hover|type|choose|check|uncheck|download|wait_for|extract)$/

/**
 * The reason to refuse a model's step, or undefined. A page can make a model want anything, so what is allowed does
 * not depend on the model: only elements that exist, only values from the text or the page's own lists, and only sites
 * that the text names.
 */
export function refuseStep(step: ModelStep, item: Item | undefined, policy: StepPolicy): string | undefined {
  const { action, value, output } = step
  const { values, checkAddress } = policy
  if (policy.isBlank && !/^(?:open|give_up)$/.test(action)) return 'no page is open yet'
  if (ON_ELEMENT.test(action) && !item) return 'it names no element that was shown'
  if (value !== null) {
    const unknown = listVariablesIn(value).find((name) => !Object.hasOwn(values, name))
    if (unknown !== undefined) return `there is no variable "${unknown}"`
  }
  switch (action) {
    case 'open': {
      const url = fillText(value ?? '', (name) => values[name] ?? '')
      const problem = checkAddress(url)
      if (problem !== undefined) return `the address ${problem}`
      return isOnHosts(url, policy.hosts) ? undefined : 'the address is on a site that the text does not name'
    }
    case 'click':
    case 'download':
    case 'double_click': {
      const leavesTo = item?.tag === 'a' && /^https?:/.test(item.address) ? item.address : undefined
      return leavesTo === undefined || isOnHosts(leavesTo, policy.hosts)
        ? undefined
        : 'the link leads to a site that the text does not name'
    }
    case 'type':
      if (!item?.isEditable) return 'nothing can be typed into that element'
      return value !== null && isGiven(value, policy) ? undefined : 'the value to type is not in the text'
    case 'choose':
      if (item?.tag !== 'select') return 'that element is no list of options; click it instead'
      return value !== null && (item.options.includes(value) || isGiven(value, policy))
        ? undefined
        : 'the list has no such option'
    case 'check':
    case 'uncheck':
      return item?.isChecked === null ? 'that element cannot be checked; click it instead' : undefined
    case 'press_key':
      return value !== null && readKeys(`${value} key`) ? undefined : 'there is no such key'
    case 'wait':
      return /^[1-9]\d{0,2}$/.test(value ?? '') && Number(value) <= MOST_WAIT_SECONDS
        ? undefined
        : `a wait is a whole number of seconds, at most ${MOST_WAIT_SECONDS}`
    case 'expect':
    case 'hand_over':
      return value !== null && isGiven(value, policy) ? undefined : 'its value is not in the text'
    case 'extract_list':
      if (!readList(value ?? '')) return 'a list is named as in: title and price of every book'
      return findOutputFault(output)
    case 'extract':
      return findOutputFault(output)
    default:
      return undefined
  }
}

const findOutputFault = (output: string | null) =>
  output !== null && /^[A-Za-z]\w{0,99}$/.test(output)
    ? undefined
    : 'an output is a name of letters, digits and underscores that begins with a letter'

/** Whether the whole value consists of the text's own words or variables. */
function isGiven(value: string, { text }: StepPolicy): boolean {
  const parts = fillText(value, () => '\0')
    .split('\0')
    .map(plain)
  return parts.every((part) => plain(text).includes(part))
}

const plain = (part: string) => part.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase()
