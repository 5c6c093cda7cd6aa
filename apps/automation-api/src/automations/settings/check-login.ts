import { and, eq } from 'drizzle-orm'
import { ValidationError } from '@waypost/http'
import { automations } from '../../db/tables.ts'
import type { Actor, Services } from '../../services.ts'
import type { Login } from './login.ts'

/**
 * Refuses a login by an automation that is not there, or that has one itself.
 *
 * @param id the automation that gets the login, where it exists
 */
export async function checkLogin(
  { db }: Pick<Services, 'db'>,
  { ownerId }: Actor,
  login: Login | null | undefined,
  id?: string,
): Promise<void> {
  if (!login) return
  const { automationId } = login
  const own = and(eq(automations.id, automationId), eq(automations.ownerId, ownerId))
  const [found] = await db.select({ login: automations.login }).from(automations).where(own)
  if (found && found.login === null && automationId !== id) return
  const message = found
    ? 'must be another automation, without a login of its own'
    : 'must be an automation of this account'
  throw new ValidationError([
    {
      property: 'login.automationId',
      rule: found ? 'isNotIn' : 'isIn',
      message: `login.automationId ${message}`,
      receivedValue: automationId,
    },
  ])
}
