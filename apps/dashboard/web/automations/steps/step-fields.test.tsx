import document from '../../../../../packages/sdk/openapi/automation.json' with { type: 'json' }
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, askedOf, issue } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'
import { stepKinds, type StepKind } from './step-kinds.ts'

const create = 'POST /automation/api/v1/automations'

async function addStep(kind: string) {
  answer({ [create]: issue('name', 'is taken') })
  const { user } = showPage('/automations/new')
  await user.type((await screen.findAllByLabelText('Name'))[0]!, 'Report')
  await user.type(screen.getByLabelText('URL'), 'https://shop.example/')
  await user.click(screen.getByRole('button', { name: 'Add step' }))
  const step = within(screen.getByRole('listitem', { name: 'Step 2' }))
  await user.selectOptions(step.getByLabelText('Action'), kind)
  return {
    user,
    step,
    /** The step as it is sent. */
    async send() {
      await user.click(screen.getByRole('button', { name: 'Create' }))
      await waitFor(() => expect(askedOf(create)).toHaveLength(1))
      return (askedOf(create)[0]!.body as { actions: object[] }).actions[1]
    },
  }
}

// What a recording of Chrome brings along. The editor keeps it as it is.
const RECORDED = new Set(
  `target frame assertedEvents button deviceType offsetX offsetY duration deviceScaleFactor isMobile hasTouch
  isLandscape waitForElement.operator waitForElement.count attributes properties`.split(/\s+/),
)
// Fields that stand for several properties, or for one under another name.
const STANDS_FOR: Record<string, string[]> = {
  window: ['to', 'url', 'title'],
  rounds: ['times', 'until', 'while'],
  uploaded: ['file', 'artifact', 'accountFile'],
  dropOn: ['to'],
  task: ['message'],
}

test('every property of every step has a field, but those that only a recording has', () => {
  const schemas = document.components.schemas as unknown as Record<string, { properties?: object }>
  const missing = (Object.keys(stepKinds) as StepKind[]).flatMap((kind) => {
    const schema = schemas[`Action${kind[0]!.toUpperCase()}${kind.slice(1)}`]!
    const { fields } = stepKinds[kind]
    const shown = new Set([
      'name',
      'type',
      'optional',
      'timeoutMs',
      ...fields.flatMap((each) => STANDS_FOR[each] ?? [each]),
    ])
    return Object.keys(schema.properties!)
      .filter((each) => !shown.has(each) && !RECORDED.has(each) && !RECORDED.has(`${kind}.${each}`))
      .map((each) => `${kind}.${each}`)
  })
  expect(missing).toEqual([])
})

test('a download is stored under a name that later steps upload it by', async () => {
  const { user, step, send } = await addStep('Keep a download')
  await user.type(step.getByLabelText('Store as'), 'report')
  await user.type(step.getByLabelText('Longest wait, in milliseconds'), '30000')
  expect(await send()).toEqual({
    name: 'Step 2',
    type: 'waitForDownload',
    output: 'report',
    timeoutMs: 30_000,
  })
})

test('a file needs no name, and a picture may be of the whole page', async () => {
  const { user, step, send } = await addStep('Take a screenshot')
  await user.type(step.getByLabelText('Store as'), 'a')
  await user.clear(step.getByLabelText('Store as'))
  await user.click(step.getByLabelText('The whole page'))
  expect(await send()).toEqual({ name: 'Step 2', type: 'screenshot', fullPage: true })
})

test('the paper of a PDF is chosen', async () => {
  const { user, step, send } = await addStep('Save as PDF')
  await user.selectOptions(step.getByLabelText('Paper'), 'Letter')
  await user.click(step.getByLabelText('Landscape'))
  expect(await send()).toEqual({ name: 'Step 2', type: 'pdf', format: 'Letter', landscape: true })
})

test('a list is also kept as a file for spreadsheets', async () => {
  const { user, step, send } = await addStep('Extract a list')
  await user.type(step.getByLabelText('Rows'), 'li')
  await user.type(step.getByLabelText('Store as'), 'items')
  await user.selectOptions(step.getByLabelText('Also keep as a file'), 'CSV, for spreadsheets')
  await user.click(step.getByLabelText('Show secrets that the page shows'))
  expect(await send()).toMatchObject({ type: 'extract', rows: ['li'], saveAs: 'csv', showSecrets: true })
})

test('a condition may be about the text of one element', async () => {
  const { user, step, send } = await addStep('If')
  await user.selectOptions(step.getByLabelText('Condition'), 'The page shows a text')
  await user.type(step.getByLabelText('Value'), 'Sold out')
  await user.type(step.getByLabelText('Of which element (empty: of the page)'), '.stock')
  expect(await send()).toMatchObject({ type: 'if', condition: { text: 'Sold out', selectors: ['.stock'] } })
})

test('a step waits until an element is gone, and expects a number of elements', async () => {
  const { user, step, send } = await addStep('Wait for an element')
  await user.type(step.getByLabelText('Element'), '.busy')
  await user.click(step.getByLabelText('Until it is gone'))
  await user.click(screen.getByRole('button', { name: 'Add step' }))
  const third = within(screen.getByRole('listitem', { name: 'Step 3' }))
  await user.selectOptions(third.getByLabelText('Action'), 'Expect')
  await user.type(third.getByLabelText('Element'), 'li')
  await user.selectOptions(third.getByLabelText('There are'), 'at least as many')
  await user.type(third.getByLabelText('Number of elements'), '3')
  expect(await send()).toMatchObject({ type: 'waitForElement', selectors: ['.busy'], visible: false })
  expect((askedOf(create)[0]!.body as { actions: object[] }).actions[2]).toEqual({
    name: 'Step 3',
    type: 'assert',
    selectors: ['li'],
    operator: '>=',
    count: 3,
  })
})
