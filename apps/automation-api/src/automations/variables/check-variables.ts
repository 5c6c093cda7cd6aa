import { ValidationError, type InputIssue } from '@waypost/http'
import type { StoredAction } from '../action.ts'
import { isTotp } from './totp.ts'
import { listVariables } from './list-variables.ts'
import type { StoredVariables } from './variables.ts'

/** Refuses values that are missing, and values for unknown variables. */
export function checkVariables(
  actions: StoredAction[],
  declared: StoredVariables,
  given: Record<string, string>,
): void {
  const used = listVariables(actions)
  const hasDefault = (name: string) =>
    declared[name]?.default !== undefined || declared[name]?.sealedDefault !== undefined
  const missing = used.filter((name) => !Object.hasOwn(given, name) && !hasDefault(name))
  const unknown = Object.keys(given).filter((name) => !used.includes(name) && !Object.hasOwn(declared, name))
  const unlike = Object.entries(given).flatMap(([name, value]) =>
    declared[name]?.kind === 'totp' && !isTotp(value) ? name : [],
  )
  const issues = [
    ...missing.map((name) => describe(name, 'isDefined', 'should not be null or undefined')),
    ...unlike.map((name) => describe(name, 'isTotp', 'must be an otpauth:// URI or a key in base32')),
    ...unknown.map((name) => describe(name, 'whitelistValidation', 'should not exist')),
  ]
  if (issues.length > 0) throw new ValidationError(issues)
}

// A value may be secret, so none is shown.
const describe = (name: string, rule: string, says: string): InputIssue => ({
  property: `variables.${name}`,
  rule,
  message: `variables.${name} ${says}`,
  receivedValue: rule === 'isDefined' ? null : '[redacted]',
})
