import { eq } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { describe, expect, test } from 'vitest'
import { executions } from '../db/tables.ts'
import { openGivenVariables } from '../executions/given-variables.ts'
import { openPipelineRunBed } from './test-pipeline-runs.ts'

const { bed } = openPipelineRunBed()

const read = { name: 'Read', type: 'extractText', selectors: [['h1']], output: 'first' }
const list = {
  name: 'Rows',
  type: 'extract',
  rows: [['li']],
  output: 'products',
  fields: { link: { selectors: [['a']] } },
}
const open = { name: 'Open', type: 'navigate', url: 'https://example.com/?q=${query}' }
const start = { name: 'Start', type: 'navigate', url: 'https://example.com' }

const create = async (name: string, actions: object[]) => {
  const made = await bed.send('POST', '/api/v1/automations', { name, actions })
  expect(made.statusCode, made.body).toBe(201)
  return made.json<{ id: string }>().id
}
/** A pipeline of a search, and a second automation with settings. */
async function setUp(settings: object, more: object = {}) {
  const search = await create('Search', [start, read, list])
  const detail = await create('Detail', [open, read])
  const members = [
    { automationId: search, name: 'search' },
    { automationId: detail, ...settings },
  ]
  const body = { name: 'Flow', automationIds: [search, detail], members, ...more }
  const response = await bed.send('POST', '/api/v1/pipelines', body)
  return { search, detail, response, pipelineId: response.json<{ id: string }>().id }
}
const given = async (automationId: string) => {
  const rows = await bed.service.services.db
    .select({ id: executions.id, sealed: executions.sealedVariables })
    .from(executions)
    .where(eq(executions.automationId, automationId))
    .orderBy(executions.id)
  const { id, sealed } = rows.at(-1)!
  return openGivenVariables(bed.service.services.keyring, `execution:${id}`, sealed)
}
const products = (...links: string[]) => links.map((link) => ({ link }))

describe('inputs', () => {
  test('are filled with what earlier automations have read, and with values of the trigger', async () => {
    const inputs = { query: '${search.first} of ${place}, ${search.products.1.link}' }
    const { search, detail, pipelineId } = await setUp({ inputs })
    await bed.trigger(pipelineId, { variables: { place: 'Rome' } })
    await bed.perform(search, { extractedData: { first: 'Hotels', products: products('a', 'b') } })
    expect(await given(detail)).toEqual({ query: 'Hotels of Rome, b' })
  })

  test('that an earlier automation has not read fail the automation with the reason', async () => {
    const { search, pipelineId } = await setUp({ inputs: { query: '${search.first}' } })
    const runId = await bed.trigger(pipelineId)
    await bed.perform(search, { extractedData: {} })
    expect(await bed.run(runId)).toMatchObject({
      status: 'partial_failed',
      members: [{ status: 'completed' }, { status: 'failed', error: '“search” has read no “first”' }],
    })
  })

  test('make their variables optional at the trigger, and the values that they refer to required', async () => {
    const { pipelineId } = await setUp({ inputs: { query: '${search.first} in ${place}' } })
    const refused = await bed.send('POST', `/api/v1/pipelines/${pipelineId}/trigger`)
    expect(refused.json()).toMatchObject([{ property: 'variables.place' }])
    await bed.trigger(pipelineId, { variables: { place: 'Rome' } })
  })

  test('of a run stay as they were when it was accepted', async () => {
    const { search, detail, pipelineId } = await setUp({ inputs: { query: '${search.first}' } })
    await bed.trigger(pipelineId)
    await bed.send('PATCH', `/api/v1/pipelines/${pipelineId}`, {
      members: [{ automationId: detail, inputs: { query: 'other' } }],
    })
    await bed.perform(search, { extractedData: { first: 'Hotels' } })
    expect(await given(detail)).toEqual({ query: 'Hotels' })
  })
})

describe('a condition', () => {
  test.each([
    [{ output: 'search.first', equals: 'yes' }, true],
    [{ output: 'search.first', equals: 'no' }, false],
    [{ output: 'search.products', atLeast: 2 }, true],
    [{ output: 'search.products', atLeast: 3 }, false],
    [{ output: 'search.products.0.link', contains: 'a' }, true],
    [{ variable: 'mode', notEquals: 'short' }, false],
    [{ completed: 'search' }, true],
    [{ failed: 'search' }, false],
  ])('%j decides that the automation runs: %s', async (when, isRun) => {
    const { search, detail, pipelineId } = await setUp({ when, inputs: { query: 'x' } })
    const variables = 'variable' in when ? { mode: 'short' } : {}
    const runId = await bed.trigger(pipelineId, { variables })
    await bed.perform(search, { extractedData: { first: 'yes', products: products('a', 'b') } })
    if (isRun) await bed.perform(detail)
    expect(await bed.run(runId)).toMatchObject({
      status: 'completed',
      members: [{ status: 'completed' }, { status: isRun ? 'completed' : 'skipped', error: null }],
    })
  })

  test.each([
    [{ atLeast: 1000 }, { status: 'completed', error: null }],
    [{ atMost: 999 }, { status: 'skipped', error: null }],
    [{ isEmpty: false }, { status: 'completed', error: null }],
    [
      { contains: 'a' },
      { status: 'failed', error: '“search.products” is too long to be passed on: it is a file' },
    ],
  ])('%j of a list that is kept as a file is about the number of its rows', async (comparison, outcome) => {
    const when = { output: 'search.products', ...comparison }
    const { search, detail, pipelineId } = await setUp({ when, inputs: { query: 'x' } })
    const runId = await bed.trigger(pipelineId)
    const file = { artifactId: newId(), name: 'products.json', contentType: 'application/json', size: 90_000 }
    await bed.perform(search, { extractedData: { products: { ...file, rows: 1000 } } })
    if (outcome.status === 'completed') await bed.perform(detail)
    expect((await bed.run(runId)).members[1]).toMatchObject(outcome)
  })

  test('runs an automation only after another has failed', async () => {
    const { search, detail, pipelineId } = await setUp({ when: { failed: 'search' }, inputs: { query: 'x' } })
    const runId = await bed.trigger(pipelineId)
    await bed.perform(search, { error: 'No such element' })
    await bed.perform(detail)
    expect((await bed.run(runId)).status).toBe('partial_failed')
  })
})

describe('an automation that runs for each row', () => {
  const forEach = { in: 'search.products', as: 'product' }
  const settings = { forEach, inputs: { query: '${product.link}' } }

  test('runs once for each, and what it reads is put together', async () => {
    const { search, detail, pipelineId } = await setUp(settings)
    const runId = await bed.trigger(pipelineId)
    await bed.perform(search, { extractedData: { products: products('a', 'b', 'c') } })
    for (const [index, link] of ['a', 'b', 'c'].entries()) {
      expect(await given(detail)).toEqual({ query: link })
      expect((await bed.run(runId)).members[1]).toMatchObject({
        completedAt: null,
        rows: { total: 3, done: index, failed: 0 },
      })
      await bed.clock.tick(45_000)
      await bed.perform(detail, { extractedData: { first: `of ${link}`, products: products(link) } })
    }
    const run = await bed.run(runId)
    expect(run).toMatchObject({ status: 'completed' })
    expect(run.extractedData[detail]).toEqual({
      first: ['of a', 'of b', 'of c'],
      products: products('a', 'b', 'c'),
    })
    const { event, data } = (await bed.published()).at(-1)!
    expect(event).toBe('pipeline.completed')
    expect(data).toMatchObject({ extractedData: run.extractedData })
  })

  test.each([
    [true, 3],
    [false, 2],
  ])(
    'goes on after a row that fails, with continueOnFailure %s: %i rows',
    async (continueOnFailure, done) => {
      const { search, detail, pipelineId } = await setUp(settings, { continueOnFailure })
      const runId = await bed.trigger(pipelineId)
      await bed.perform(search, { extractedData: { products: products('a', 'b', 'c') } })
      for (let row = 0; row < done; row += 1)
        await bed.perform(detail, row === 1 ? { error: 'Gone' } : { extractedData: { first: `${row}` } })
      const run = await bed.run(runId)
      expect(run).toMatchObject({ status: 'partial_failed' })
      expect(run.members[1]).toMatchObject({
        status: 'failed',
        error: 'Row 2 of 3: Gone',
        rows: { total: 3, done, failed: 1 },
      })
      expect(run.extractedData[detail]).toEqual({ first: continueOnFailure ? ['0', '2'] : ['0'] })
    },
  )

  test('completes without a run where there are no rows', async () => {
    const { search, detail, pipelineId } = await setUp(settings)
    const runId = await bed.trigger(pipelineId)
    await bed.perform(search, { extractedData: { products: [] } })
    const run = await bed.run(runId)
    expect(run).toMatchObject({
      status: 'completed',
      members: [{}, { status: 'completed', executionId: null }],
    })
    expect(run.extractedData).not.toHaveProperty(detail)
  })

  test('fails where there are more rows than it may run for', async () => {
    const { search, pipelineId } = await setUp({ ...settings, forEach: { ...forEach, max: 2 } })
    const runId = await bed.trigger(pipelineId)
    await bed.perform(search, { extractedData: { products: products('a', 'b', 'c') } })
    expect((await bed.run(runId)).members[1]).toMatchObject({
      status: 'failed',
      error: '“search.products” has 3 rows, and at most 2 are run',
    })
  })

  test('is stopped between its rows, and what it has read is kept', async () => {
    const { search, detail, pipelineId } = await setUp(settings)
    const runId = await bed.trigger(pipelineId)
    await bed.perform(search, { extractedData: { products: products('a', 'b') } })
    await bed.perform(detail, { extractedData: { first: 'of a' } })
    await bed.send('POST', `/api/v1/pipelines/${pipelineId}/stop`)
    const run = await bed.run(runId)
    expect(run).toMatchObject({ status: 'partial_failed', error: 'Stopped by user' })
    expect(run.extractedData[detail]).toEqual({ first: ['of a'] })
  })
})

describe('settings are refused', () => {
  test.each<[settings: object, property: string]>([
    [{ inputs: { other: 'x' } }, 'members.1.inputs.other'],
    [{ inputs: { query: '${search.none}' } }, 'members.1.inputs.query'],
    [{ inputs: { query: '${nobody.first}' } }, 'members.1.inputs.query'],
    [{ name: 'search' }, 'members.1.name'],
    [{ name: 'detail', inputs: { query: '${detail.first}' } }, 'members.1.inputs.query'],
    [{ when: { completed: 'nobody' } }, 'members.1.when.completed'],
    [{ when: { output: 'search.first' } }, 'members.1.when'],
    [{ when: { completed: 'search', equals: 'x' } }, 'members.1.when'],
    [{ forEach: { in: 'search.nothing', as: 'row' } }, 'members.1.forEach.in'],
    [{ forEach: { in: 'search.products', as: 'row', max: 101 } }, 'members.1.forEach.max'],
  ])('%j', async (settings, property) => {
    const { response } = await setUp(settings)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject([{ property }])
  })

  test('of an automation that is not in the pipeline, at a change of its automations too', async () => {
    const { detail, pipelineId } = await setUp({ inputs: { query: '${search.first}' } })
    const change = (body: object) => bed.send('PATCH', `/api/v1/pipelines/${pipelineId}`, body)
    const refused = await change({ automationIds: [detail] })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject([{ property: 'members.0.automationId' }, {}])
    expect((await change({ automationIds: [detail], members: [] })).statusCode).toBe(200)
  })
})
