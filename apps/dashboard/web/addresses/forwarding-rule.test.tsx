import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { address, at } from '../testing/samples.ts'
import { answer, askedOf, ok } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'
import { answerAddressesPage, list, page } from './test-addresses-page.ts'

answerAddressesPage()

describe('an alias’s forwarding rule', () => {
  const change = 'PATCH /alias/api/v1/addresses/:id/forwarding'
  const openForm = async (of: object = {}) => {
    const rule = {
      id: 'rule',
      forwardToId: 'mailbox',
      forwardToEmail: 'ada@example.org',
      filterSender: null,
      filterSubject: null,
      isActive: true,
      ...of,
    }
    const mailbox = {
      id: 'mailbox',
      email: 'ada@example.org',
      isVerified: true,
      verifiedAt: at,
      createdAt: at,
    }
    answer({
      [list]: ok(page(address())),
      'GET /alias/api/v1/forwarding-addresses': ok({
        data: { addresses: [mailbox], total: 1, limit: 100, offset: 0 },
      }),
      'GET /alias/api/v1/addresses/:id/forwarding': ok({ data: rule }),
      [change]: ok({ data: rule }),
    })
    const { user } = showPage('/addresses')
    await user.click(await screen.findByRole('button', { name: /^More actions/ }))
    await user.click(screen.getByRole('button', { name: /^Forward shop/ }))
    const dialog = within(await screen.findByRole('dialog'))
    return {
      dialog,
      box: (name: RegExp) => dialog.findByRole<HTMLInputElement>('checkbox', { name }),
      click: (box: HTMLElement) => user.click(box),
      save: () => user.click(dialog.getByRole('button', { name: 'Save' })),
    }
  }

  test('takes trackers out of forwards', async () => {
    const { box, click, save } = await openForm()
    const removes = await box(/^Remove tracking pixels/)
    expect(removes.checked).toBe(false)
    await click(removes)
    await save()
    await waitFor(() => expect(askedOf(change)).toMatchObject([{ body: { removesTrackers: true } }]))
  })

  test('forwards email of unproved senders until that is switched off', async () => {
    const { box, click, save } = await openForm()
    const forwards = await box(/^Also forward email of unproved senders/)
    expect(forwards.checked).toBe(true)
    await click(forwards)
    await save()
    await waitFor(() => expect(askedOf(change)).toMatchObject([{ body: { forwardsUnverified: false } }]))
  })

  test('says that its mailbox is suspended and why, and keeps it when it is edited', async () => {
    const { dialog, box, click, save } = await openForm({
      forwardToId: 'gone',
      forwardToEmail: 'gone@example.org',
      suspension: { at, reason: '550 no such user' },
    })
    await dialog.findByText('550 no such user')
    const to = dialog.getByLabelText<HTMLSelectElement>('To')
    expect([...to.selectedOptions].map(({ text }) => text)).toEqual(['gone@example.org (suspended)'])
    await click(await box(/^Remove tracking pixels/))
    await save()
    await waitFor(() => expect(askedOf(change)).toMatchObject([{ body: { removesTrackers: true } }]))
    expect(askedOf(change)[0]!.body).not.toHaveProperty('forwardToId')
  })

  test('keeps what its owner has switched off', async () => {
    const { box } = await openForm({ forwardsUnverified: false })
    expect((await box(/^Also forward email of unproved senders/)).checked).toBe(false)
  })
})
