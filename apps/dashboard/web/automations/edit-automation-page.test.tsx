import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { automation } from '../testing/samples.ts'
import { answer, askedOf, ok, pending, refusal } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const one = 'GET /automation/api/v1/automations/:id'
const save = 'PATCH /automation/api/v1/automations/:id'
const changed = refusal(412, {
  statusCode: 412,
  message: 'Automation has changed',
  error: 'Precondition Failed',
})

beforeEach(() =>
  answer({
    [one]: ok(automation()),
    'GET /automation/api/v1/executions': pending,
    'GET /automation/api/v1/automations/:id/versions': pending,
    'GET /automation/api/v1/automations': ok([automation()]),
  }),
)

/** Changes the name, while somebody else changes the URL of the first step. */
async function collide() {
  answer({ [save]: changed })
  const shown = showPage('/automations/automation/edit')
  const [name] = await screen.findAllByLabelText('Name')
  await shown.user.clear(name!)
  await shown.user.type(name!, 'Mine')
  const theirs = automation({
    version: 4,
    actions: [{ name: 'Open', type: 'navigate', url: 'https://shop.example/theirs' }],
  })
  answer({ [one]: ok(theirs) })
  await shown.user.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'This automation has changed in the meantime' }),
  )
  const table = within(await dialog.findByRole('table', { name: 'What has changed' }))
  const [, row] = table.getAllByRole('row')
  expect([...row!.children].map(({ textContent }) => textContent)).toEqual([
    'Step 1, url',
    'https://shop.example/',
    'https://shop.example/theirs',
  ])
  return { ...shown, dialog }
}

test('a change of somebody else is shown, and overwritten only by whoever says so', async () => {
  const { user, dialog, place } = await collide()
  answer({ [save]: ok(automation({ version: 5, name: 'Mine' })) })
  await user.click(dialog.getByRole('button', { name: 'Overwrite with mine' }))
  await waitFor(() => expect(place()).toBe('/automations/automation'))
  expect(askedOf(save).map(({ body }) => body)).toMatchObject([{ name: 'Mine' }, { name: 'Mine' }])
})

test('a change of somebody else can be taken in place of one’s own', async () => {
  const { user, dialog } = await collide()
  await user.click(dialog.getByRole('button', { name: 'Drop mine and reload' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('URL')).toHaveProperty('value', 'https://shop.example/theirs')
  expect(screen.getAllByLabelText('Name')[0]).toHaveProperty('value', 'Read the price')
})

test('whoever cancels keeps what they have entered', async () => {
  const { user, dialog } = await collide()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getAllByLabelText('Name')[0]).toHaveProperty('value', 'Mine')
})

test('the phrases of an automation are shown and saved, one on each line', async () => {
  answer({
    [one]: ok(automation({ phrases: ['what does it cost', 'price please'] })),
    [save]: ok(automation({ version: 4 })),
  })
  const { user, place } = showPage('/automations/automation/edit')
  const phrases = await screen.findByLabelText('Phrases')
  expect(phrases).toHaveProperty('value', 'what does it cost\nprice please')
  await user.type(phrases, '{enter}  how much {enter}{enter}price please')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(place()).toBe('/automations/automation'))
  expect(askedOf(save)).toMatchObject([
    { body: { phrases: ['what does it cost', 'price please', 'how much'] } },
  ])
})

test('a page with unsaved changes asks before it is left', async () => {
  const { user, place } = showPage('/automations/automation/edit')
  const [name] = await screen.findAllByLabelText('Name')
  await user.type(name!, '!')
  await screen.findByText('Not saved yet')
  const away = screen.getByRole('link', { name: 'Runs' })
  await user.click(away)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stay' }))
  expect(place()).toBe('/automations/automation/edit')
  expect(screen.getAllByLabelText('Name')[0]).toHaveProperty('value', 'Read the price!')
  await user.click(away)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(place()).toBe('/runs'))
})

test('a page without changes is left without a question', async () => {
  const { user, place } = showPage('/automations/automation/edit')
  await screen.findAllByLabelText('Name')
  await user.click(screen.getByRole('link', { name: 'Runs' }))
  await waitFor(() => expect(place()).toBe('/runs'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a page whose changes are being saved asks before it is left, since the service may refuse them', async () => {
  answer({ [save]: pending })
  const { user, place } = showPage('/automations/automation/edit')
  const [name] = await screen.findAllByLabelText('Name')
  await user.type(name!, '!')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(askedOf(save)).toHaveLength(1))
  await user.click(screen.getByRole('link', { name: 'Runs' }))
  await screen.findByRole('dialog', { name: 'Leave without saving?' })
  expect(place()).toBe('/automations/automation/edit')
})

test('a step that is moved, without a field that is typed in, is a change too', async () => {
  const { user, place } = showPage('/automations/automation/edit')
  await user.click(await screen.findByRole('button', { name: 'Add step' }))
  await user.click(screen.getByRole('link', { name: 'Runs' }))
  await screen.findByRole('dialog', { name: 'Leave without saving?' })
  expect(place()).toBe('/automations/automation/edit')
})
