import type { EgressPolicy } from '@waypost/egress'
import { z } from 'zod'
import { newAutomation } from '../../automations/automation.ts'
import { findKnownUrl } from '../../automations/find-known-url.ts'
import { listActions } from '../../automations/nesting/list-actions.ts'
import { mapActions } from '../../automations/nesting/map-actions.ts'
import { mapTexts } from '../../automations/variables/map-texts.ts'
import { listVariables } from '../../automations/variables/list-variables.ts'
import type { Variables } from '../../automations/variables/variables.ts'
import type { Action } from '../../automations/action.ts'
import { findUrlIssue } from '@waypost/http'
import { storableText } from '@waypost/postgres'
import { GenerationFailed } from './session/failure.ts'

export interface GeneratedAutomation {
  name: string
  description: string
  actions: Action[]
  variables: Variables
}

const SECRET = /pass(?:word|code|phrase|wd)|secret|token|(?:^|_)(?:pin|otp|cvv|cvc)(?:$|_)/i
const NAME_LENGTH = 80
const DESCRIPTION_LENGTH = 2000

/**
 * The generated automation, in the form of a created one.
 *
 * @throws GenerationFailed where it is invalid
 */
export function finishAutomation(
  text: string,
  {
    actions: written,
    secrets,
    egress,
    outputs,
  }: {
    actions: Action[]
    secrets: Set<string>
    egress: Pick<EgressPolicy, 'checkUrl'>
    outputs: Set<string>
  },
): GeneratedAutomation {
  const actions = mapActions(written, (action) => mapTexts(action, (each) => referTo(each, outputs)))
  const plain = storableText(text).replaceAll(/\s+/g, ' ').trim()
  const variables = listVariables(actions).map((name) => [
    name,
    secrets.has(name) || SECRET.test(name) ? { secret: true } : {},
  ])
  const made = {
    name: cut(plain, NAME_LENGTH),
    description: cut(storableText(text).trim(), DESCRIPTION_LENGTH),
    actions,
    variables: Object.fromEntries(variables) as Variables,
  }
  const { data, error } = newAutomation.safeParse(made)
  if (!data)
    throw new GenerationFailed(
      'invalid_automation',
      `What was made is not an automation: ${z.prettifyError(error)}`,
    )
  for (const action of listActions(data.actions)) {
    const problem = action.type === 'navigate' && findAddressProblem(egress, action.url)
    if (problem) throw new GenerationFailed('address_refused', `The address ${action.url} ${problem}.`)
  }
  return made
}

/** `${code}` → `${outputs.code}`, where that is what an earlier step has read. */
const referTo = (text: string, outputs: Set<string>) =>
  text.replaceAll(/(\$?)\$\{([A-Za-z_]\w{0,99})\}/g, (reference, escape: string, name: string) =>
    escape === '' && outputs.has(name) ? `\${outputs.${name}}` : reference,
  )

/** Why a URL can never be opened, as far as it is known before its variables are. */
export function findAddressProblem(egress: Pick<EgressPolicy, 'checkUrl'>, url: string): string | undefined {
  const known = findKnownUrl(url)
  const issue =
    known === undefined ? undefined : findUrlIssue({ ...egress, allowsAddress: () => false }, 'it', known)
  return issue?.message.replace(/^it /, '')
}

const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text
