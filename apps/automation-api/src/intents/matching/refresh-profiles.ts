import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { PROFILE_FORM, type Described } from './profile.ts'
import type { MatchingServices } from './rank-candidates.ts'
import { textReader } from '../text-reader.ts'

// Read in batches, because an automation may hold files.
const BATCH = 20

/** Updates the profiles of automations that are new or were changed since the last update. */
export async function refreshProfiles(
  { db, reader = textReader }: MatchingServices,
  ownerId: string,
): Promise<void> {
  // An automation that could not be written was deleted or changed again, and is left to the next match.
  for (let stale = await readStale(db, ownerId); stale.length > 0;) {
    const profiles = await reader.describe(stale)
    const rows = stale.map(({ id, version }, index) => {
      const { words, texts, facts } = profiles[index]!
      return { id, version, words, ...texts, facts }
    })
    await writeProfiles(db, rows)
    stale = await readStale(db, ownerId, stale.at(-1)!.id)
  }
}

type Stale = Described & { id: string; version: number }

async function readStale(
  db: Db,
  ownerId: string,
  after = '00000000-0000-0000-0000-000000000000',
): Promise<Stale[]> {
  const { rows } = await db.execute(sql`
    select automation.id, automation.version, automation.name, automation.description, automation.phrases,
      automation.actions,
      automation.variables
    from automation.automations automation
    left join automation.automation_profiles profile on profile.automation_id = automation.id
    where automation.owner_id = ${ownerId} and automation.id > ${after}
      and (profile.version, profile.form) is distinct from (automation.version, ${PROFILE_FORM}::integer)
    order by automation.id
    limit ${BATCH}
  `)
  return rows as unknown as Stale[]
}

async function writeProfiles(db: Db, profiles: object[]): Promise<void> {
  // The lock prevents the automation's deletion between the read and the reference.
  await db.execute(sql`
    with described as materialized (
      select described.*
      from (
        select * from jsonb_to_recordset(${JSON.stringify(profiles)}::jsonb)
          as described (id uuid, version integer, words text[], "A" text, "B" text, "C" text, facts jsonb)
        order by id
      ) described, lateral (select from automation.automations where id = described.id for key share) automation
    )
    insert into automation.automation_profiles as profile
      (automation_id, version, form, words, document, facts)
    select id, version, ${PROFILE_FORM}, words,
      setweight(to_tsvector('english', "A"), 'A') || setweight(to_tsvector('english', "B"), 'B')
        || setweight(to_tsvector('english', "C"), 'C'),
      facts
    from described
    on conflict (automation_id) do update
    set version = excluded.version, form = excluded.form, words = excluded.words, document = excluded.document,
      facts = excluded.facts
    where profile.version <= excluded.version
  `)
}
