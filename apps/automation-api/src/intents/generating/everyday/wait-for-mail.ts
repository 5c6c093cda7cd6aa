import type { Verb } from '../grammar/clause.ts'
import type { Generation } from '../session/generation.ts'

// Codes have four to eight digits, apart from other numbers and words.
const CODE = String.raw`(?:^|[^\w.-])(\d{4,8})(?![\w-])`

/** What is typed while steps are tried out: no mail is waited for. */
const EXAMPLE = '000000'

/** A step that reads a code from a mail to an alias of the account. It is only written down. */
export function waitForMail(
  generation: Generation,
  { address, from, output }: Extract<Verb, { kind: 'mail' }>,
): void {
  generation.write(address, {
    type: 'waitForEmail',
    address,
    ...(from !== undefined && { from }),
    pattern: CODE,
    output,
  })
  generation.values[output] = EXAMPLE
}
