import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, askedOf, ok } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const list = 'GET /automation/api/v1/secrets'
const save = 'PUT /automation/api/v1/secrets/:name'
const at = '2026-03-02T09:30:00.000Z'
const shopPassword = { name: 'shopPassword', createdAt: at, updatedAt: at }

test('a secret is saved by its name, listed with how a step refers to it, and its fields are emptied', async () => {
  answer({ [list]: ok([]), [save]: ok(shopPassword) })
  const { user } = showPage('/secrets')
  await screen.findByRole('heading', { name: 'No secrets saved' })
  await user.type(screen.getByLabelText(/^Name/), 'shopPassword')
  await user.type(screen.getByLabelText(/^Value/), 'correct horse')
  answer({ [list]: ok([shopPassword]) })
  await user.click(screen.getByRole('button', { name: 'Save secret' }))
  await screen.findByText('${secrets.shopPassword}')
  expect(askedOf(save)).toMatchObject([{ body: { value: 'correct horse' } }])
  expect(screen.getByLabelText(/^Value/)).toHaveProperty('value', '')
})

test('a secret is deleted once that is confirmed', async () => {
  const remove = 'DELETE /automation/api/v1/secrets/:name'
  answer({ [list]: ok([shopPassword]), [remove]: ok() })
  const { user } = showPage('/secrets')
  await user.click(await screen.findByRole('button', { name: 'Delete secret shopPassword' }))
  answer({ [list]: ok([]) })
  await user.click(screen.getByRole('button', { name: 'Delete secret' }))
  await screen.findByRole('heading', { name: 'No secrets saved' })
  expect(askedOf(remove)).toHaveLength(1)
})
