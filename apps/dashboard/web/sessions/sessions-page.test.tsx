import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { at } from '../testing/samples.ts'
import { answer, askedOf, ok, silent } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const list = 'GET /automation/api/v1/sessions'
const session = {
  id: 'session',
  automationId: 'automation',
  executionId: 'run',
  site: 'portal.example',
  createdAt: at,
  expiresAt: '2126-03-02T09:30:00.000Z',
}

test('each session is told apart by its site and by the automation that saved it', async () => {
  answer({
    [list]: ok([session, { ...session, id: 'old', site: null, automationId: null }]),
    'GET /automation/api/v1/automations/names': ok([{ id: 'automation', name: 'Read the price' }]),
  })
  showPage('/sessions')
  const row = within(await screen.findByRole('row', { name: /portal\.example/ }))
  expect((await row.findByRole('link', { name: 'Read the price' })).getAttribute('href')).toBe(
    '/automations/automation',
  )
  row.getByRole('button', { name: 'Delete the session of portal.example' })
  screen.getByText('a deleted automation')
})

test('a run that starts with a session chooses it by its site and automation', async () => {
  answer({
    [list]: ok([
      session,
      { ...session, id: 'other', automationId: 'second' },
      { ...session, id: 'old', automationId: null },
    ]),
    'GET /automation/api/v1/recordings': ok([]),
    'GET /automation/api/v1/automations/names': ok([
      { id: 'automation', name: 'Read the price' },
      { id: 'second', name: 'Sign in' },
    ]),
  })
  const { user } = showPage('/record')
  const field = await screen.findByLabelText('Start with the session of')
  await within(field).findByRole('option', { name: /^portal\.example · Read the price · / })
  within(field).getByRole('option', { name: /^portal\.example · Sign in · / })
  within(field).getByRole('option', { name: /^portal\.example · [^·]+$/ })
  expect(askedOf('GET /automation/api/v1/automations/names').map(({ query }) => query['ids'])).toEqual([
    'automation,second',
  ])
  await user.selectOptions(field, 'session')
  expect(field).toHaveProperty('value', 'session')
})

test('sessions that cannot be loaded are not shown as an empty list', async () => {
  answer({ [list]: silent })
  showPage('/sessions')
  await screen.findByText('The service did not answer')
  expect(screen.queryByText('No sessions saved')).toBeNull()
})
