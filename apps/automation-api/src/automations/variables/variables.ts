import { ValidationError } from '@waypost/http'
import type { Keyring } from '@waypost/webhooks'
import { z } from 'zod'
import { isTotp } from './totp.ts'
import { variableName } from './variable-name.ts'

/** Replaces a secret default in responses. Sent back, it keeps the stored default. */
const redacted = '[redacted]'

const variableKind = z.enum([
  'text',
  'number',
  'money',
  'date',
  'dateRange',
  'url',
  'domain',
  'email',
  'code',
  'totp',
])

export type VariableKind = z.infer<typeof variableKind>

const variable = z
  .strictObject({
    default: z.string().max(10_000).optional(),
    secret: z.boolean().optional(),
    kind: variableKind
      .optional()
      .describe('What its values are. A request in plain language gives it a value of that kind only'),
    choices: z
      .array(z.string().min(1).max(200))
      .max(100)
      .optional()
      .describe('All of its values. A request in plain language must name one of them'),
    example: z.string().max(1000).optional().describe('A value as it is usually written'),
  })
  .refine(
    ({ kind, default: value }) =>
      kind !== 'totp' || value === undefined || value === redacted || isTotp(value),
    {
      message: 'must be an otpauth:// URI or a key in base32',
      params: { rule: 'isTotp' },
      path: ['default'],
    },
  )

/** Name → what is known of its value before a run. A variable without a default needs a value at the trigger. */
export const variables = z.record(variableName, variable).refine((all) => Object.keys(all).length <= 100, {
  message: 'must contain no more than 100 variables',
  params: { rule: 'arrayMaxSize' },
})

export type Variables = z.infer<typeof variables>

/** The stored form: a secret default is sealed. */
export type StoredVariables = Record<
  string,
  { secret: boolean; default?: string; sealedDefault?: string } & Described
>

type Described = Pick<Variables[string], 'kind' | 'choices' | 'example'>

/** The context that a secret default is sealed in. */
export const variableContext = (automationId: string, name: string) => `automation:${automationId}:${name}`

/**
 * Seals secret defaults. A default equal to the stored one keeps its sealed value.
 *
 * @param stored the automation's current variables
 */
export function sealVariables(
  keyring: Keyring,
  automationId: string,
  given: Variables,
  stored: StoredVariables = {},
): StoredVariables {
  return Object.fromEntries(
    Object.entries(given).map(([name, { default: value, secret: isMarked = false, ...described }]) => {
      // A code is made from a key that is as good as a password.
      const secret = isMarked || described.kind === 'totp'
      if (!secret || value === undefined)
        return [name, { ...described, secret, ...(value !== undefined && { default: value }) }]
      const context = variableContext(automationId, name)
      const kept = stored[name]?.sealedDefault
      if (value === redacted && kept === undefined) throw nothingToKeep(name)
      const isSame = kept !== undefined && (value === redacted || keyring.open(kept, context) === value)
      return [name, { ...described, secret, sealedDefault: isSame ? kept : keyring.seal(value, context) }]
    }),
  )
}

/** The variables without their secret defaults. */
export function showVariables(stored: StoredVariables): Variables {
  return Object.fromEntries(
    Object.entries(stored).map(([name, { secret, default: value, sealedDefault, ...described }]) => [
      name,
      {
        ...described,
        ...(secret && { secret }),
        ...(value !== undefined && { default: value }),
        ...(sealedDefault !== undefined && { default: redacted }),
      },
    ]),
  )
}

/** The values of a run: the given ones, else the defaults. */
export function openVariables(
  keyring: Keyring,
  automationId: string,
  stored: StoredVariables,
  given: Record<string, string>,
): Record<string, string> {
  const defaults = Object.entries(stored).flatMap(([name, { default: value, sealedDefault }]) => {
    if (name in given) return []
    if (sealedDefault !== undefined)
      return [[name, keyring.open(sealedDefault, variableContext(automationId, name))]]
    return value === undefined ? [] : [[name, value]]
  })
  return { ...Object.fromEntries(defaults), ...given }
}

const nothingToKeep = (name: string) =>
  new ValidationError([
    {
      property: `variables.${name}.default`,
      rule: 'isDefined',
      message: `variables.${name}.default must be a value: there is none to keep`,
      receivedValue: redacted,
    },
  ])
