import type { AutomationApi } from '@waypost/sdk'
import { listRunVariables, listTextReferences } from '../automations/list-used-variables.ts'
import type { Variables } from '../automations/variable-fields.tsx'

type Pipeline = Pick<AutomationApi.Pipeline, 'members'>

/**
 * The variables that a run of a pipeline takes: those of its automations that no input gives a value, and those that
 * inputs and conditions refer to.
 */
export function listPipelineVariables(
  { members }: Pipeline,
  automations: AutomationApi.Automation[],
): Variables {
  const referred = members.flatMap(({ inputs = {}, when, forEach }) => [
    ...Object.values(inputs)
      .flatMap(listTextReferences)
      .filter((name) => name !== forEach?.as),
    ...(when?.variable === undefined ? [] : [when.variable]),
  ])
  const own = automations.flatMap((automation) => {
    const inputs = members.find(({ automationId }) => automationId === automation.id)?.inputs ?? {}
    return Object.entries(listRunVariables(automation)).filter(([name]) => !Object.hasOwn(inputs, name))
  })
  // One that a member needs is needed, even where another has a default for it.
  const required = own.filter(([, { default: usual }]) => usual === undefined)
  return {
    ...Object.fromEntries([...own, ...required]),
    ...Object.fromEntries(referred.map((name) => [name, {}])),
  }
}
