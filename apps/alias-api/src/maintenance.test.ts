import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { mailTasks } from './mail/watch-mail.ts'
import { maintenanceTasks } from './maintenance.ts'
import { startTestApp } from './testing/test-app.ts'
import { startTestMail } from './testing/test-mail.ts'

test('what is looked for every ten seconds is found by indexes, but for the few domains of the platform', async () => {
  const service = await startTestApp()
  onTestFinished(() => service.close())
  const mail = await startTestMail(service)
  onTestFinished(() => mail.close())
  const owner = service.database.connectAsOwner().db
  for (const { name, among } of [
    ...maintenanceTasks(service.services),
    ...mailTasks({ ...service.services, ...mail.services }),
  ]) {
    const { rows } = await owner.transaction(async (tx) => {
      // An empty table would be read as a whole.
      await tx.execute(sql`set local enable_seqscan = off`)
      return tx.execute<{ 'QUERY PLAN': string }>(sql`explain select exists (${among()})`)
    })
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect([name, plan]).toEqual([name, expect.not.stringMatching(/Seq Scan on (?!platform_domains)/)])
  }
})
