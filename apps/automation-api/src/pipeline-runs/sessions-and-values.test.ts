import { describe, expect, test } from 'vitest'
import { openPipelineRunBed } from './test-pipeline-runs.ts'

const { bed, execution, isRunning } = openPipelineRunBed()
const asks = (name: string, of: string) => ({
  name,
  actions: [{ name: 'Open', type: 'navigate', url: `https://\${${of}}/` }],
})
const createAutomation = async (automation: object) =>
  (await bed.send('POST', '/api/v1/automations', automation)).json<{ id: string }>().id

describe('sessions', () => {
  test('saved by an automation are what the next one starts with', async () => {
    const runId = await bed.trigger(await bed.pipeline([bed.one, bed.two, bed.three]))
    const first = await bed.perform(bed.one, { savedState: '{}' })
    const { sessionId } = (await bed.run(runId)).members[0]!
    expect(sessionId).toEqual(expect.any(String))
    expect(await execution(first)).toMatchObject({ inputSessionId: null, sessionId })
    // A member that saves none passes on the previous one.
    const second = await bed.perform(bed.two, { error: 'no' })
    expect(await execution(second)).toMatchObject({ inputSessionId: sessionId, sessionId: null })
    expect(await execution(await bed.perform(bed.three))).toMatchObject({ inputSessionId: sessionId })
  })

  test.each([
    [true, true],
    [false, false],
  ])('are saved by all members where chainSession is %s: %s', async (chainSession, saveSession) => {
    await bed.trigger(await bed.pipeline([bed.one, bed.two], { chainSession }))
    await bed.perform(bed.one)
    await bed.perform(bed.two)
    const { rows } = await bed.service.database
      .connectAsOwner()
      .pool.query('select save_session from automation.executions where owner_id = $1', [bed.ownerId()])
    expect(rows).toEqual([{ save_session: saveSession }, { save_session: saveSession }])
  })

  test('are not passed on without chaining', async () => {
    await bed.trigger(await bed.pipeline([bed.one, bed.two], { chainSession: false }), { saveSession: true })
    await bed.perform(bed.one, { savedState: '{}' })
    expect(await execution(await bed.perform(bed.two))).toMatchObject({ inputSessionId: null })
  })

  test('named by the trigger are what the first automation starts with', async () => {
    await bed.send('POST', `/api/v1/automations/${bed.three}/trigger`, { saveSession: true })
    const { sessionId } = await execution(await bed.perform(bed.three, { savedState: '{}' }))
    const runId = await bed.trigger(await bed.pipeline([bed.one, bed.two]), { sessionId })
    expect(await execution(await bed.perform(bed.one))).toMatchObject({ inputSessionId: sessionId })
    expect((await bed.run(runId)).inputSessionId).toBe(sessionId)
  })
})

describe('values', () => {
  test('that are missing or unknown to every automation make the trigger fail', async () => {
    const pipelineId = await bed.pipeline([bed.one, await createAutomation(asks('asks', 'host'))])
    const trigger = (variables: object) =>
      bed.send('POST', `/api/v1/pipelines/${pipelineId}/trigger`, { variables })
    expect((await trigger({})).json()).toMatchObject([{ property: 'variables.host', receivedValue: null }])
    const unknown = await trigger({ host: 'example.com', other: 'x' })
    expect(unknown.statusCode).toBe(400)
    expect(unknown.json()).toMatchObject([
      { property: 'variables.other', constraints: { whitelistValidation: expect.any(String) as string } },
    ])
    expect(await isRunning(pipelineId)).toBe(false)
  })

  test('go to the automations with variables for them, and are deleted at the end', async () => {
    const pipelineId = await bed.pipeline([bed.one, await createAutomation(asks('asks', 'host'))])
    const runId = await bed.trigger(pipelineId, { variables: { host: 'example.com' } })
    const sealed = async () => {
      const { rows } = await bed.service.database.connectAsOwner().pool.query<{ given: boolean[] }>(
        `select array[e.sealed_variables is not null, r.sealed_variables is not null] as given
         from automation.executions e join automation.pipeline_runs r on r.id = e.pipeline_run_id
         where r.id = $1 order by e.id`,
        [runId],
      )
      return rows.map(({ given }) => given)
    }
    await bed.perform(bed.one)
    expect(await sealed()).toEqual([
      [false, true],
      [true, true],
    ])
    await bed.perform((await bed.run(runId)).members[1]!.automationId)
    expect(await sealed()).toEqual([
      [false, false],
      [false, false],
    ])
  })
})
