import { TestClock } from 'pg-boss'
import { endExecution } from '../executions/end-execution.ts'
import { startExecution } from '../executions/start-execution.ts'
import { openAccounts } from '../limits/test-accounts.ts'
import type { Overview } from './overview.ts'

type Account = Awaited<ReturnType<ReturnType<typeof openAccounts>['openAccount']>>

const read = async (account: Account, query = '') =>
  (await account.get(`/api/v1/overview${query}`)).json<Overview>()
const trigger = async ({ post }: Account, id: string) =>
  (await post(`/api/v1/automations/${id}/trigger`)).json<{ executionId: string }>().executionId

/** For tests: accounts whose runs take as long as they say, by a clock that is moved by hand. */
export function openOverviewBed() {
  const clock = new TestClock('2026-03-02T12:00:00.000Z')
  const { bed, openAccount } = openAccounts({ clock })

  /** The services of a runner, by its role in the database. */
  const runner = () => ({
    ...bed.service.services,
    db: bed.service.database.connectAs('waypost_automation_runner').db,
  })
  const owner = () => bed.service.database.connectAsOwner().db
  /** A run that takes so many seconds; returns its id. */
  const perform = async (account: Account, id: string, error: string | null, seconds = 1) => {
    const executionId = await trigger(account, id)
    await startExecution(runner(), executionId)
    await clock.tick(seconds * 1000)
    await endExecution(runner(), executionId, { error })
    return executionId
  }
  const today = () => new Date(clock.now()).toISOString().slice(0, 10)
  return { bed, clock, openAccount, runner, owner, read, trigger, perform, today }
}
