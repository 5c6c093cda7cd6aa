import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'

/** What an account has stored: versions of automations, their files, screenshots, files of runs and of the account, recordings. */
const everything = (ownerId: string): SQL => sql`(
  select coalesce(sum(automation.version_bytes(version.actions, version.variables, version.recording)), 0)
  from automation.automations join automation.automation_versions version on version.automation_id = id
  where owner_id = ${ownerId}
) + (
  select coalesce(sum(size), 0) from (
    select distinct file.blob_id, file.size
    from automation.automations join automation.automation_versions version on version.automation_id = id,
      automation.files_of(version.actions) file
    where owner_id = ${ownerId}
  ) files
) + (
  select coalesce(sum(octet_length(image)), 0)
  from automation.executions join automation.step_screenshots on execution_id = id
  where owner_id = ${ownerId}
) + (
  select coalesce(sum(size), 0) from automation.artifacts where owner_id = ${ownerId}
) + (
  select coalesce(sum(size), 0) from automation.account_files where owner_id = ${ownerId}
) + (
  select coalesce(sum(automation.recorded_step_bytes(action, screenshot)), 0)
  from automation.recorded_steps where owner_id = ${ownerId}
)`

/**
 * Counts what an account has stored, unless that was done before: from then on triggers keep the number. One statement,
 * and so one snapshot: it sees the same changes in what it counts and in what it takes off for them.
 */
export async function countBytes(db: Db, ownerId: string): Promise<void> {
  await db.execute(sql`
    insert into automation.account_usage (owner_id, bytes_stored)
    select ${ownerId}, ${everything(ownerId)} - (
      select coalesce(sum(bytes), 0) from automation.usage_changes where owner_id = ${ownerId}
    ) where not exists (select from automation.account_usage where owner_id = ${ownerId})
    on conflict (owner_id) do nothing
  `)
}
