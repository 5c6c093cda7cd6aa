import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPipelineBed, type PipelineBed } from './test-pipelines.ts'

let bed: PipelineBed
let pipelineId: string
let runId: string

beforeAll(async () => {
  bed = await startPipelineBed()
  await bed.reset()
  pipelineId = await bed.pipeline([await bed.automation('one')])
  runId = await bed.trigger(pipelineId)
})
afterAll(() => bed.close())

const asRunner = (statement: string, values: unknown[] = []) =>
  bed.service.database.connectAs('waypost_automation_runner').pool.query(statement, values)

test.each<[what: string, statement: string, values: () => unknown[]]>([
  ['create a pipeline', `insert into automation.pipelines (id) values ($1)`, () => [newId()]],
  ['change a pipeline', 'update automation.pipelines set name = $1', () => ['its']],
  ['change the members of a pipeline', `update automation.pipelines set automation_ids = '{}'`, () => []],
  ['delete a pipeline', 'delete from automation.pipelines where id = $1', () => [pipelineId]],
  ['enqueue a job', 'insert into automation.jobs (id) values ($1)', () => [newId()]],
  ['change the URL of a job', `update automation.jobs set webhook_url = 'x'`, () => []],
  [
    'change the owner of a run',
    `update automation.pipeline_runs set owner_id = 'x' where id = $1`,
    () => [runId],
  ],
  ['delete a run', 'delete from automation.pipeline_runs where id = $1', () => [runId]],
  [
    'put an automation into a run',
    'update automation.pipeline_run_members set automation_id = $1',
    () => [newId()],
  ],
  ['delete an execution', 'delete from automation.executions', () => []],
])('a runner’s role may not %s', async (_what, statement, values) => {
  await expect(asRunner(statement, values())).rejects.toThrow('permission denied')
})
