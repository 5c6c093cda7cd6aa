import type { StoredAction } from '../../automations/action.ts'
import { findKnownUrl } from '../../automations/find-known-url.ts'
import { listActions } from '../../automations/nesting/list-actions.ts'
import { listVariables } from '../../automations/variables/list-variables.ts'
import type { StoredVariables, VariableKind } from '../../automations/variables/variables.ts'
import { type Effect, effectOfSteps } from './effects.ts'
import { listTimes } from './values/times.ts'
import { findDoing } from './words/verbs.ts'

/** Increased whenever the form of profiles changes, so that existing profiles count as stale. */
export const PROFILE_FORM = 7

export interface ProfileVariable {
  name: string
  /** Without a default: a run needs a value. */
  isRequired: boolean
  isSecret: boolean
  kind?: VariableKind
  choices?: string[]
  example?: string
  /** Its names: its own, and those of the fields that it is entered into. */
  labels: string[]
}

export interface Facts {
  hosts: string[]
  /** The URL that it visits is in a variable. */
  visitsAnyHost: boolean
  variables: ProfileVariable[]
  /** The groups of the verbs in its name. */
  verbs: string[]
  effect: Effect
  /** The words of each phrase that people use for it. */
  phrases: string[][]
  /** The words of its name and its description. */
  says: string[]
  /** The names of what it reads. */
  outputs: string[]
  /** The times that it is for: today's report is not tomorrow's. */
  times: string[]
  /** Its name says that it changes something, and so do the buttons that it presses. */
  isDoing: boolean
}

export interface Profile {
  facts: Facts
  words: string[]
  /** By weight in a full text document. */
  texts: { A: string; B: string; C: string }
}

export interface Described {
  name: string
  description: string | null
  phrases: string[]
  actions: StoredAction[]
  variables: StoredVariables
}

/** The data that a request is compared with. Values of variables are not included, because they may be secret. */
export function describeAutomation({
  name,
  description,
  phrases,
  actions: tree,
  variables,
}: Described): Profile {
  const actions = listActions(tree)
  const addresses = actions.flatMap((action) => (action.type === 'navigate' ? [action.url] : []))
  const known = addresses.flatMap((address) => findKnownUrl(address) ?? [])
  const hosts = [...new Set(known.map((address) => new URL(address).hostname))]
  const outputs = actions.flatMap((action) => ('output' in action ? (action.output ?? []) : []))
  const steps = actions.map((action) => action.name)
  const labels = actions.flatMap(pressedBy)
  const pressed = labels.flatMap(verbsIn)
  const named = verbsIn(name)
  const texts = {
    A: splitWords(name).join(' '),
    B: splitWords([description ?? '', ...phrases, ...hosts.map(siteOf)].join(' ')).join(' '),
    C: splitWords([...steps, ...outputs, ...Object.keys(variables)].join(' ')).join(' '),
  }
  return {
    facts: {
      hosts,
      visitsAnyHost: known.length < addresses.length,
      variables: describeVariables(tree, variables),
      verbs: [...new Set([...named, ...verbsIn(description ?? ''), ...phrases.flatMap(verbsIn), ...pressed])],
      phrases: phrases.map((phrase) => splitWords(phrase)),
      says: [...new Set(splitWords(`${name} ${description ?? ''}`))],
      outputs: [...new Set(outputs)],
      effect: effectOfSteps(
        name,
        labels,
        outputs.length > 0 || actions.some(({ type }) => KEEPING.has(type)),
      ),
      times: listTimes(`${name}. ${description ?? ''}`),
      isDoing: named.some((verb) => pressed.includes(verb)),
    },
    words: [...new Set(Object.values(texts).join(' ').split(' '))].filter(Boolean),
    texts,
  }
}

export function splitWords(text: string): string[] {
  return (
    spell(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** `maxRent` and `max_rent` as separate words. */
export function spell(name: string): string {
  return name.replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ')
}

/** A host without the parts that do not tell whose it is. */
export function siteOf(host: string): string {
  const labels = host.split('.')
  return labels
    .slice(0, -1)
    .filter((label) => !/^(www|app|my|portal|online|admin|co|com|org|net)$/.test(label))
    .join(' ')
}

// They keep a file, also without a name for it.
const KEEPING = new Set<StoredAction['type']>(['waitForDownload', 'screenshot', 'pdf'])
const PRESSING = new Set<StoredAction['type']>(['click', 'doubleClick', 'drag'])

// The name of the pressed element tells what a step does.
function pressedBy(action: StoredAction): string[] {
  return PRESSING.has(action.type) ? [action.name.replace(/^(\d+\. )?click /i, '')] : []
}

const verbsIn = (text: string) => findDoing(text).meant.flatMap(({ groups }) => groups)

function describeVariables(actions: StoredAction[], declared: StoredVariables): ProfileVariable[] {
  const names = [...new Set([...listVariables(actions), ...Object.keys(declared)])]
  const all = listActions(actions)
  return names.map((name) => {
    const fields = all.filter((action) => entersOnly(action, name)).map(labelOfField)
    const { default: value, sealedDefault, secret = false, kind, choices, example } = declared[name] ?? {}
    return {
      name,
      isRequired: value === undefined && sealedDefault === undefined,
      isSecret: secret,
      ...(kind && { kind }),
      ...(choices && choices.length > 0 && { choices }),
      ...(example !== undefined && { example }),
      labels: [...new Set([spell(name), ...fields].map((label) => splitWords(label).join(' ')))].filter(
        Boolean,
      ),
    }
  })
}

function entersOnly(action: StoredAction, name: string): boolean {
  if (action.type !== 'change' && action.type !== 'select') return false
  const values = action.type === 'change' ? [action.value] : action.values
  return values.length === 1 && values[0] === `\${${name}}`
}

const labelOfField = (action: StoredAction) =>
  action.name
    .replace(/^\d+\. /, '')
    .replace(/^(fill in|fill|type|enter|choose in|choose|select)( (the|your|into))* /i, '')
