import { Client } from 'pg'
import { TestClock } from 'pg-boss'

export interface AttachedTestClock {
  clock: TestClock
  /** Session settings with which a connection sees the clock's time in the queue schemas. */
  settings: Record<string, string>
  detach(): Promise<void>
}

/**
 * A clock that only moves by hand, in JavaScript and, for sessions with `settings`, in the given pg-boss schemas.
 *
 * @param url superuser URL of a test database
 */
export async function attachTestClock(url: string, schemas: string[]): Promise<AttachedTestClock> {
  const clock = new TestClock()
  const client = new Client({ connectionString: url })
  await client.connect()
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
  for (const schema of schemas) {
    await clock.attach({ db, schema })
    await client.query(`grant select on ${schema}.__pgboss_test_clock to public`)
  }
  // The clock's function is dropped with the test file's database.
  return { clock, settings: { 'pgboss.test_clock': 'on' }, detach: () => client.end() }
}
