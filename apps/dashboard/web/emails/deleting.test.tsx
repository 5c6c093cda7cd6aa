import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { account, address, at, email } from '../testing/samples.ts'
import { answer, ok, refusal } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const given = email({ id: 'mail', subject: 'Sign in', isRead: true })
const detail = { ...given, attachments: [] }

let isDeleted = false
beforeEach(() => {
  isDeleted = false
  answer({
    'GET /alias/api/v1/account': ok({ data: account }),
    'GET /alias/api/v1/addresses': ok({
      data: { addresses: [address()], total: 1, limit: 100, offset: 0 },
    }),
    'GET /alias/api/v1/emails': ({ query }) => {
      const data = (query['is_deleted'] === 'true') === isDeleted ? [given] : []
      return ok({ data, total: data.length, limit: 50, offset: 0 })
    },
    'GET /alias/api/v1/emails/:id': () => ok({ data: { ...detail, ...(isDeleted && { deletedAt: at }) } }),
    'DELETE /alias/api/v1/emails/:id': () => {
      isDeleted = true
      return ok({ data: { id: 'mail' }, message: 'Email deleted' })
    },
    'POST /alias/api/v1/emails/:id/restore': () => {
      isDeleted = false
      return ok({ data: detail })
    },
  })
})

test('a deleted email is back at once when its owner undoes it', async () => {
  const { user } = showPage('/mailbox/mail')
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByRole('heading', { name: 'No email yet' })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByRole('link', { name: /Sign in/ })
})

test('an undo that fails says so', async () => {
  answer({ 'POST /alias/api/v1/emails/:id/restore': refusal(429, { error: 'Too many requests' }) })
  const { user } = showPage('/mailbox/mail')
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText(/^Not undone: /)
})

test('an email that was deleted earlier is restored from its page, and offers nothing else that changes it', async () => {
  isDeleted = true
  const { user } = showPage('/mailbox/mail')
  const restore = await screen.findByRole('button', { name: 'Restore' })
  expect(screen.queryByRole('button', { name: /Delete|Star/ })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Reply' })).toBeNull()
  await user.click(restore)
  await screen.findByRole('button', { name: 'Delete' })
})

test('several emails are restored from Deleted', async () => {
  isDeleted = true
  const { user } = showPage('/mailbox?folder=deleted')
  await user.click(await screen.findByRole('checkbox', { name: 'Select Sign in' }))
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  await screen.findByText('1 email restored')
  await screen.findByText('Emails that are deleted are listed here.')
})
