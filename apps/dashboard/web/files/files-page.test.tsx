import type { AutomationApi } from '@waypost/sdk'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, askedOf, ok } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const list = 'GET /automation/api/v1/files'
const save = 'PUT /automation/api/v1/files/:name'
const at = '2026-03-02T09:30:00.000Z'
const prices: AutomationApi.AccountFile = {
  name: 'prices of May.csv',
  contentType: 'text/csv',
  size: 2048,
  sha256: 'abc',
  createdAt: at,
  updatedAt: at,
}

test('a file is saved under its own name, and listed to be downloaded', async () => {
  answer({ [list]: ok([]), [save]: ok(prices) })
  const { user } = showPage('/files')
  await screen.findByRole('heading', { name: 'No files saved' })
  await user.upload(screen.getByLabelText('File'), new File(['a'], prices.name, { type: 'text/csv' }))
  answer({ [list]: ok([prices]) })
  await user.click(screen.getByRole('button', { name: 'Save file' }))
  const link = await screen.findByRole('link', { name: prices.name })
  expect(link.getAttribute('href')).toBe('/automation/api/v1/files/prices%20of%20May.csv')
  screen.getByText('2 KiB')
  expect(askedOf(save)).toMatchObject([{ body: { contentType: 'text/csv', contentBase64: 'YQ==' } }])
})

test('a file is deleted once that is confirmed', async () => {
  const remove = 'DELETE /automation/api/v1/files/:name'
  answer({ [list]: ok([prices]), [remove]: ok() })
  const { user } = showPage('/files')
  await user.click(await screen.findByRole('button', { name: `Delete file ${prices.name}` }))
  answer({ [list]: ok([]) })
  await user.click(screen.getByRole('button', { name: 'Delete file' }))
  await waitFor(() => expect(askedOf(remove)).toHaveLength(1))
})
