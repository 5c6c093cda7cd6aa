import type { AutomationApi } from '@waypost/sdk'
import { readVariables } from '../automations/variable-fields.tsx'
import { textOf } from '../controls/form-values.ts'

export type RuleKind = 'cron' | 'every' | 'rrule'
export type ScheduleInput = Omit<AutomationApi.NewSchedule, 'target'> & {
  target?: AutomationApi.NewSchedule['target']
}

/** What the form says; the target only where it has one to choose. */
export function readSchedule(values: FormData, kind: RuleKind): ScheduleInput {
  const [type, id] = textOf(values, 'target').split(' ')
  const given = values.has('values') ? readLines(textOf(values, 'values')) : readVariables(values)
  // Values that are replaced by none are taken away.
  const variables = given ?? (values.has('replaceValues') ? {} : undefined)
  return {
    name: textOf(values, 'name'),
    ...(id && { target: { type: type as AutomationApi.Schedule['target']['type'], id } }),
    [kind]: textOf(values, kind),
    timezone: textOf(values, 'timezone'),
    jitter: Number(textOf(values, 'jitter') || 0),
    overlap: textOf(values, 'overlap') as AutomationApi.Schedule['overlap'],
    catchUp: values.has('catchUp'),
    ...(variables && { variables }),
  }
}

/** Values that are written as `name = value`, one on each line. */
function readLines(text: string): Record<string, string> | undefined {
  const given = text.split('\n').flatMap((line) => {
    const [name = '', ...value] = line.split('=')
    return name.trim() === '' ? [] : [[name.trim(), value.join('=').trim()] as const]
  })
  return given.length === 0 ? undefined : Object.fromEntries(given)
}
