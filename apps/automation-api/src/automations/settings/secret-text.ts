import { z } from 'zod'
import { fillText } from '../variables/fill-text.ts'
import { SECRETS } from '../variables/scope.ts'

const ONE_SECRET = /^\$\{secrets\.[A-Za-z_][A-Za-z0-9_]*\}$/

/** A text that is one secret of the account, so that the automation contains none. */
export const namedSecret = z
  .string()
  .max(200)
  .regex(ONE_SECRET)
  .describe('A secret of the account, as `${secrets.name}`')

/** A text in which secrets of the account may be referred to, and nothing else. */
export const textWithSecrets = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .refine(refersToSecretsOnly, {
      message: 'may refer to secrets of the account only, as ${secrets.name}',
      params: { rule: 'matches' },
    })

function refersToSecretsOnly(text: string): boolean {
  const left = fillText(
    text,
    () => '\0',
    (name, path) => (name === SECRETS && path.length === 1 ? '' : '\0'),
  )
  return !left.includes('\0')
}

/** The text with the values of the secrets. */
export function fillSecrets(text: string, secrets: Record<string, string>): string {
  return fillText(
    text,
    (name) => `\${${name}}`,
    (name, [secret = '']) =>
      name === SECRETS && Object.hasOwn(secrets, secret) ? secrets[secret] : undefined,
  )
}
