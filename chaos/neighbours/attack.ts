import type { Bed } from './bed.ts'
import type { Tenant } from './tenant.ts'

/** What a hostile account does while the quiet one works. */
export interface Attack {
  /** Whether the account is new and its address not confirmed; otherwise it is an old one on the largest plan. */
  isNew?: boolean
  /** Prepares it, and goes on until `over`. */
  run(context: AttackContext): Promise<void>
}

export interface AttackContext {
  bed: Pick<Bed, 'urls' | 'smtpPort' | 'deliveryPort'>
  hostile: Tenant
  over: AbortSignal
  /** Does the work in `count` places side by side, again and again until `over`, and counts what it says. */
  repeat(count: number, work: (place: number) => Promise<string | number>): Promise<void>
  /** Counts what others than the attacker have met. */
  count(said: string | number): void
  /** Tells that all is prepared: from now on the quiet account is measured. */
  begin(): void
}

/** The status of an answer, to be counted. */
export const statusOf = async (answer: Promise<{ status: number }>): Promise<number> => (await answer).status
