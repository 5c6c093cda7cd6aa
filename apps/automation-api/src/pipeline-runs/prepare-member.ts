import type { FanOut } from './fan-out.ts'
import { fillInputs, isWanted, listEarlier, listItems } from './member-inputs.ts'
import type { MemberRow } from './pipeline-run.ts'

type Prepared =
  | { isReady: true; fanOut: FanOut | null; inputs: Record<string, string> }
  | { isReady: false; outcome: Partial<MemberRow> }

/** What a member's settings make of its turn: values for its next run, or an outcome without one. */
export function prepareMember(
  members: MemberRow[],
  member: MemberRow,
  given: Record<string, string>,
  now: Date,
): Prepared {
  const { settings } = member
  if (!settings) return { isReady: true, fanOut: null, inputs: {} }
  const earlier = listEarlier(members, member, given)
  const end = (status: 'completed' | 'failed' | 'skipped', error: string | null = null): Prepared => ({
    isReady: false,
    outcome: { status, error, completedAt: now },
  })
  try {
    if (!member.fanOut && !isWanted(settings, earlier)) return end('skipped')
    if (!settings.forEach)
      return { isReady: true, fanOut: null, inputs: fillInputs(settings, earlier, undefined) }
    const items = listItems(settings, earlier)
    if (items.length === 0) return end('completed')
    const fanOut = member.fanOut ?? { next: 0, total: items.length, failed: 0 }
    return { isReady: true, fanOut, inputs: fillInputs(settings, earlier, items[fanOut.next]) }
  } catch (error) {
    return end('failed', (error as Error).message)
  }
}
