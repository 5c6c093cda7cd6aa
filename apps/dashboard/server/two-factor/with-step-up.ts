import { DomainError } from '@waypost/http'
import { checkOwnPassword } from '../accounts/check-own-password.ts'
import { whilePasswordHolds } from '../accounts/while-password-holds.ts'
import type { accounts } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'
import { forbidWrongCode } from './forbid-wrong-code.ts'
import type { StepUp } from './two-factor.ts'
import { limitWrongCodes, useCode } from './use-code.ts'

/** Changes a second step that is on, in a transaction, after the password and a code. */
export async function withStepUp<Result>(
  services: Services,
  session: Session,
  { password, code }: StepUp,
  address: string,
  change: (inside: Services, account: typeof accounts.$inferSelect) => Promise<Result>,
): Promise<Result> {
  const account = await checkOwnPassword(services, session, password, address)
  return forbidWrongCode(() =>
    limitWrongCodes(services, { account, address }, code, (within) =>
      whilePasswordHolds(within, account, async (inside) => {
        if (!(await useCode(inside, account, code)))
          throw new DomainError('conflict', 'Two-factor authentication is off')
        return change(inside, account)
      }),
    ),
  )
}
