import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { PROFILE_FORM, type Facts } from './profile.ts'

/** One of the owner's automations, with the data for comparison. */
export interface Candidate {
  id: string
  name: string
  facts: Facts
  /** The stems of its words, each with the weight of the best place that it occurs at. */
  stems: Map<string, 'A' | 'B' | 'C'>
}

/** The automations that a request may mean. This is the only place that excludes automations which may not run. */
export function isOffered(ownerId: string): SQL {
  return sql`automation.owner_id = ${ownerId} and profile.version = automation.version
    and profile.form = ${PROFILE_FORM} and not automation.is_draft`
}

/** The owner's automations that a request may mean, with their profiles. */
export async function readCandidates(db: Db, ownerId: string): Promise<Candidate[]> {
  const { rows } = await db.execute<{
    id: string
    name: string
    facts: Facts
    stems: string[]
  }>(sql`
    select automation.id, automation.name, profile.facts,
      array(select weights[1] || lexeme from unnest(profile.document)) stems
    from automation.automations automation
    join automation.automation_profiles profile on profile.automation_id = automation.id
    where ${isOffered(ownerId)}
    order by automation.id
  `)
  return rows.map(({ stems, ...row }) => ({
    ...row,
    stems: new Map(stems.map((each) => [each.slice(1), each[0] as 'A' | 'B' | 'C'])),
  }))
}
