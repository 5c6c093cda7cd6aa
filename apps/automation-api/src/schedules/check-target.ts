import { DomainError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { getAutomationRow } from '../automations/get-automation.ts'
import { checkVariables } from '../automations/variables/check-variables.ts'
import { notValidated } from '../executions/accept-execution.ts'
import { getIntent } from '../intents/get-intent.ts'
import { checkMembers } from '../pipelines/check-members.ts'
import { checkRunVariables } from '../pipelines/check-run-variables.ts'
import { getPipeline } from '../pipelines/get-pipeline.ts'
import type { Actor, ApiServices } from '../services.ts'
import type { ScheduleRow } from './schedule.ts'

/**
 * Refuses a target that is not the owner's, that could not be run now, or that lacks one of the values. What a request in
 * plain language takes is known once it is matched.
 *
 * @returns the request of an intent, which is kept: the intent itself may be deleted after its retention
 */
export async function checkTarget(
  tx: Db,
  services: ApiServices,
  actor: Actor,
  { type, id }: { type: ScheduleRow['targetType']; id: string },
  variables: Record<string, string>,
): Promise<string | null> {
  const inside = { ...services, db: tx }
  if (type === 'intent') return (await getIntent(inside, actor, id)).text
  if (type === 'pipeline') {
    const { automationIds, members } = await getPipeline(inside, actor, id)
    checkRunVariables(await checkMembers(tx, actor, automationIds), variables, members)
    return null
  }
  const automation = await getAutomationRow(inside, actor, id)
  if (automation.isDraft) throw new DomainError('conflict', notValidated)
  checkVariables(automation.actions, automation.variables, variables)
  return null
}
