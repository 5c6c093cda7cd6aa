import { waitFor } from '@waypost/testing'
import { expect, test } from 'vitest'
import { getExecution } from '../../executions/get-execution.ts'
import { actedPages } from './test-acts.ts'
import { openRecorderBed } from './test-recording.ts'

const { bed, begin, ask, execute } = openRecorderBed()

test.each(actedPages)(
  'the recorded use of $name is done again by a browser that knows only the steps',
  async ({ html, act, said, values = {} }) => {
    bed.page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><style>body { margin: 0; font: 16px sans-serif } button, input, select, li { min-height: 30px }</style><p id="out">nothing</p>${html}`
    const recording = await begin()
    await act(recording)
    await waitFor('the page', async () => (await recording.page().locator('#out').textContent()) === said)
    await recording.page().locator('#out').scrollIntoViewIfNeeded()
    recording.view.send({ type: 'mode', mode: 'read' })
    await recording.press('#out')
    const { offers } = await recording.told('offers')
    const choice = offers.findIndex(({ label }) => label === 'This text')
    recording.view.send({ type: 'take', choice, output: 'said' })
    await recording.until((steps) => steps.at(-1)?.type === 'extractText')
    const recorded = await recording.finish()
    const saved = await ask('POST', `/api/v1/recordings/${recording.id}/save`, recording.headers, {
      name: 'Replay',
      values,
    })
    expect({ status: saved.statusCode, steps: recorded.steps }).toMatchObject({ status: 201 })
    const { executionId } = saved.json<{ executionId: string }>()
    await execute(executionId)
    const actor = { ownerId: recording.ownerId, keyId: null, ip: '' }
    const { error, extractedData } = await getExecution(bed.service.services, actor, executionId)
    expect({ error, extractedData, steps: recorded.steps.map(({ action }) => action) }).toMatchObject({
      error: null,
      extractedData: { said },
    })
  },
)
