import { randomUUID } from 'node:crypto'
import { waitFor } from '@waypost/testing'
import { describe, expect, test } from 'vitest'
import type { Execution, Validation } from '../resources.ts'
import { automations, openValidationBed, page } from './test-validation.ts'

// Decision 28 on `validate`, and decisions 15, 17, 19 and 20 as they apply to it.
const { bed, ended, found, makeFailing, validate } = openValidationBed()

const executionsOf = ({ executionIds }: Validation) =>
  Promise.all(
    executionIds.map(async (one) => (await bed.key.get<Execution>(`/api/v1/executions/${one}`)).body),
  )

/** The deliveries of the hook's webhook. */
async function readDeliveries(): Promise<{ body: string }[]> {
  const { body } = await bed.service.person.get<{ _id: string; url: string }[]>('/webhooks')
  const { _id } = body.find(({ url }) => url === bed.hook.url)!
  return (await bed.service.person.get<{ body: string }[]>(`/webhooks/${_id}/deliveries?limit=100`)).body
}

describe('validate', () => {
  test('answers 202 with the execution and the validation, which passes in the end', async () => {
    expect(await found()).toMatchObject({ isDraft: false, validation: null })
    const { status, body } = await validate()
    expect(status).toBe(202)
    const { executionId } = body
    expect(body).toEqual({
      executionId,
      status: 'pending',
      validation: { status: 'running', error: null, executionIds: [executionId] },
    })
    expect(await ended()).toEqual({ status: 'passed', error: null, executionIds: [executionId] })
    expect((await bed.key.get<Execution>(`/api/v1/executions/${executionId}`)).body).toMatchObject({
      automationId: bed.id,
      isValidation: true,
      status: 'completed',
      extractedData: { price: '12.50', answer: 'Sent' },
    })
  })

  test('with replays 2 runs the automation twice, each time in a new browser context', async () => {
    await validate({ replays: 2 })
    const validation = await ended()
    const executions = await executionsOf(validation)
    expect(validation).toMatchObject({ status: 'passed', error: null })
    // A cookie kept from the first run would have changed the name of the button in the second.
    expect(executions).toMatchObject([{ status: 'completed' }, { status: 'completed' }])
    expect(Date.parse(executions[1]!.startedAt!)).toBeGreaterThanOrEqual(
      Date.parse(executions[0]!.completedAt!),
    )
  })

  test('with stopBefore stops before that action', async () => {
    await validate({ stopBefore: 'send' })
    const validation = await ended()
    expect(validation.status).toBe('passed')
    const [execution] = await executionsOf(validation)
    expect(execution!.extractedData).toEqual({ price: '12.50' })
    expect(execution!.steps.map(({ status }) => status)).toEqual([
      'completed',
      'completed',
      'skipped',
      'skipped',
    ])
  })

  test.each<[what: string, html: string]>([
    ['fits two elements', page('<p class="price">13.00</p>')],
    ['fits none', page().replace('class="price"', '')],
    ['reads nothing', page().replace('12.50', '<br>')],
  ])('fails where a step %s, and names the step', async (_what, html) => {
    await makeFailing()
    bed.shop.show(html)
    await validate()
    const validation = await ended()
    expect(validation).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^Step "read" \(extractText\) failed: ./),
    })
    expect(await executionsOf(validation)).toMatchObject([{ status: 'failed', error: validation.error }])
  })

  test('can be stopped like a run and has then failed', async () => {
    bed.id = (await bed.service.automation(bed.key, bed.service.world.endlessUrl)).id
    const { executionId } = (await validate()).body
    expect((await validate()).body).toMatchObject({
      statusCode: 409,
      message: 'Automation is already running',
    })
    expect(await bed.key.post(`${automations}/${bed.id}/trigger`)).toMatchObject({ status: 409 })
    expect((await bed.key.get(`${automations}/${bed.id}/status`)).body).toEqual({ isRunning: true })
    expect((await bed.key.post(`${automations}/${bed.id}/stop`)).body).toEqual({
      executionId,
      status: 'stopping',
    })
    expect(await ended()).toEqual({ status: 'failed', error: 'Stopped by user', executionIds: [executionId] })
  })

  test('starts once for an Idempotency-Key', async () => {
    const named = { 'idempotency-key': bed.id }
    const first = await validate({ stopBefore: 'read' }, named)
    const again = await validate({ stopBefore: 'read' }, named)
    expect([again.status, again.body]).toEqual([202, first.body])
    expect((await ended()).executionIds).toHaveLength(1)
  })

  test.each<[input: object, property: string, rule: string]>([
    [{ replays: 3 }, 'replays', 'max'],
    [{ replays: '1' }, 'replays', 'isNumber'],
    [{ stopBefore: 'pay' }, 'stopBefore', 'isIn'],
    [{ sessionId: 'x' }, 'sessionId', 'isUuid'],
    [{ variables: { more: 'x' } }, 'variables.more', 'whitelistValidation'],
    [{ more: true }, 'more', 'whitelistValidation'],
  ])('with %j is a 400 on its field', async (input, property, rule) => {
    const { status, body } = await validate(input)
    expect(status).toBe(400)
    expect(body).toMatchObject([{ property, constraints: { [rule]: expect.any(String) } }])
  })

  test('requires automation:execute and an automation of the same account', async () => {
    const reader = await bed.service.key(['automation:read', 'automation:write'])
    expect(await validate({}, {}, reader)).toMatchObject({
      status: 403,
      body: { message: 'Insufficient permissions. Required scopes: automation:execute' },
    })
    const missing = { status: 404, body: { message: 'Automation not found or unauthorized' } }
    expect(await validate({}, {}, bed.stranger)).toMatchObject(missing)
    expect(await bed.key.post(`${automations}/${randomUUID()}/validate`)).toMatchObject(missing)
    expect(await validate({}, {}, bed.service.anonymous)).toMatchObject({ status: 401 })
  })

  test('waits for no cooldown, starts none, and publishes no event', async () => {
    const trigger = await bed.key.post<{ executionId: string; startsAt: string }>(
      `${automations}/${bed.id}/trigger`,
    )
    const run = await waitFor('the run', async () => {
      const { body } = await bed.key.get<Execution>(`/api/v1/executions/${trigger.body.executionId}`)
      return body.completedAt !== null && body
    })
    // Where time can be moved, the cooldown is not over before the test is, however slow the machine is.
    let endedAt = Date.parse(run.completedAt!)
    if (bed.service.local) {
      endedAt += 3_600_000
      const at = new Date(endedAt).toISOString()
      await bed.service.local.execute(
        `update automation.automations set last_ended_at = '${at}' where id = '${bed.id}'`,
      )
    }
    await validate({ stopBefore: 'send' })
    const validation = await ended()
    const [execution] = await executionsOf(validation)
    expect(Date.parse(execution!.startedAt!)).toBeLessThan(endedAt + 45_000)
    const next = await bed.key.post<{ startsAt: string }>(`${automations}/${bed.id}/trigger`)
    expect(Date.parse(next.body.startsAt)).toBe(endedAt + 45_000)
    await bed.key.post(`${automations}/${bed.id}/stop`)

    const published = (await readDeliveries()).map(
      ({ body }) => (JSON.parse(body) as { data: { executionId: string } }).data,
    )
    expect(published.filter(({ executionId }) => executionId === run.id)).toHaveLength(2)
    expect(published.filter(({ executionId }) => executionId === execution!.id)).toEqual([])
  })
})
