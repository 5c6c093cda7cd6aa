import type { AutomationApi } from '@waypost/sdk'

export type MemberSettings = AutomationApi.Pipeline['members'][number]

/** The settings of one automation, replaced; those that say nothing are left out. */
export function changeSettings(
  all: MemberSettings[],
  automationId: string,
  change: Partial<MemberSettings>,
): MemberSettings[] {
  const before = all.find((each) => each.automationId === automationId) ?? { automationId }
  const { name, inputs, when, forEach } = { ...before, ...change }
  const filled = Object.fromEntries(Object.entries(inputs ?? {}).filter(([, text]) => text !== ''))
  const after: MemberSettings = {
    automationId,
    ...(name && { name }),
    ...(Object.keys(filled).length > 0 && { inputs: filled }),
    ...(when && { when }),
    ...(forEach && (forEach.in || forEach.as) && { forEach }),
  }
  const others = all.filter((each) => each.automationId !== automationId)
  return Object.keys(after).length === 1 ? others : [...others, after]
}

/** What the settings of an automation say, in a few words. */
export function describeSettings({ name, inputs = {}, when, forEach }: MemberSettings): string[] {
  return [
    ...(name ? [`known as ${name}`] : []),
    ...Object.entries(inputs).map(([variable, text]) => `${variable} = ${text}`),
    ...(forEach ? [`once for each ${forEach.as} of ${forEach.in}`] : []),
    ...(when ? [`only if ${describeCondition(when)}`] : []),
  ]
}

const comparisons = {
  equals: 'is',
  notEquals: 'is not',
  contains: 'contains',
  atLeast: 'is at least',
  atMost: 'is at most',
} as const

export type Comparison = keyof typeof comparisons
export const comparisonLabels = Object.entries(comparisons) as [Comparison, string][]

function describeCondition(when: NonNullable<MemberSettings['when']>): string {
  if (when.completed) return `${when.completed} completed`
  if (when.failed) return `${when.failed} failed`
  const subject = when.output ?? when.variable
  if (when.isEmpty !== undefined) return `${subject} is ${when.isEmpty ? '' : 'not '}empty`
  const found = comparisonLabels.find(([name]) => when[name] !== undefined)
  return found ? `${subject} ${found[1]} ${when[found[0]]}` : String(subject)
}
