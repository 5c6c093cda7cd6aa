import { readFile } from 'node:fs/promises'
import { actionSchema, type Action } from '../../apps/automation-api/src/automations/action.ts'
import type { StoredVariables } from '../../apps/automation-api/src/automations/variables/variables.ts'

export interface KnownAutomation {
  key: string
  name: string
  description: string | null
  phrases: string[]
  actions: Action[]
  variables: StoredVariables
}

/** Reads `automations.txt`, whose head describes its syntax. */
export async function readAutomations(): Promise<KnownAutomation[]> {
  const text = await readFile(new URL('automations.txt', import.meta.url), 'utf8')
  return text.split(/^# /m).slice(1).map(readAutomation)
}

function readAutomation(block: string): KnownAutomation {
  const [key, ...lines] = block.trim().split('\n')
  const read: KnownAutomation = {
    key: key!,
    name: '',
    description: null,
    phrases: [],
    actions: [],
    variables: {},
  }
  for (const line of lines) {
    const [, field, says] = /^(name|says): (.+)$/.exec(line) ?? []
    const [, variable, value, secret] = /^variable (\w+) = (\S+)( secret)?$/.exec(line) ?? []
    if (field === 'name') read.name = says!
    else if (field === 'says') read.description = says!
    // Stored unsealed: the matcher never reads the value of a secret.
    else if (variable)
      read.variables[variable] = secret
        ? { secret: true, sealedDefault: value! }
        : { secret: false, default: value! }
    else read.actions.push(actionSchema.parse(readStep(line)))
  }
  return read
}

const STEPS: [RegExp, (...parts: string[]) => object][] = [
  [/^open (\S+)$/, (url) => ({ type: 'navigate', name: 'Open the page', url })],
  [/^type (\S+) into (.+)$/, (value, field) => on(field, 'Fill in', { type: 'change', value })],
  [/^choose (\S+) in (.+)$/, (value, field) => on(field, 'Choose in', { type: 'select', values: [value] })],
  [/^click (.+)$/, (label) => on(label, 'Click', { type: 'click' })],
  [/^wait for (.+)$/, (label) => on(label, 'Wait for', { type: 'waitForElement' })],
  [/^read (\w+) from (.+)$/, (output, label) => on(label, 'Read', { type: 'extractText', output })],
]

function readStep(line: string): object {
  for (const [pattern, build] of STEPS) {
    const [, ...parts] = pattern.exec(line) ?? []
    if (parts.length > 0) return build(...parts)
  }
  throw new Error(`not a step: ${line}`)
}

const on = (label: string, verb: string, step: object) => ({
  ...step,
  name: `${verb} ${label}`,
  selectors: [`aria/${label}`],
})
