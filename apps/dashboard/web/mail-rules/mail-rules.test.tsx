import { notifyManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { queryClient } from '../client/query-client.ts'
import { account, address, at } from '../testing/samples.ts'
import { answer, askedOf, ok, refusal } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const rules = 'GET /alias/api/v1/addresses/:id/rules'
const change = 'PUT /alias/api/v1/addresses/:id/rules'
const mailbox = { id: 'mailbox', email: 'ada@example.org', isVerified: true, verifiedAt: at, createdAt: at }
const none = { forwardToId: null, forwardToEmail: null, label: null, stop: false, isActive: true }
const invoices = { ...none, id: '1', conditions: { subject: 'invoice' }, action: 'label', label: 'Invoices' }
const spam = { ...none, id: '2', conditions: { spam: 'suspect' }, action: 'discard', stop: true }

beforeEach(() =>
  answer({
    'GET /alias/api/v1/account': ok({ data: account }),
    'GET /alias/api/v1/platform-domains': ok({ data: [] }),
    'GET /alias/api/v1/domains': ok({ data: [] }),
    'GET /alias/api/v1/addresses': ok({ data: { addresses: [address()], total: 1, limit: 20, offset: 0 } }),
    'GET /alias/api/v1/forwarding-addresses': ok({
      data: { addresses: [mailbox], total: 1, limit: 100, offset: 0 },
    }),
    [rules]: ok({ data: [invoices, spam], version: 7 }),
  }),
)

const open = async () => {
  const { user } = showPage('/addresses')
  await user.click(await screen.findByRole('button', { name: /^More actions/ }))
  await user.click(screen.getByRole('button', { name: /^Rules of shop/ }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}
const asked = () => askedOf(change).map(({ body }) => (body as { rules: object[] }).rules)

test('the rules of an alias are read as sentences, in their order', async () => {
  const { dialog } = await open()
  const rows = (await dialog.findAllByRole('row')).slice(1).map(({ textContent }) => textContent)
  expect(rows[0]).toContain('Email with “invoice” in the subject')
  expect(rows[0]).toContain('label “Invoices”')
  expect(rows[1]).toContain('Email that may be spam')
  expect(rows[1]).toContain('move it to Deleted, then stop')
})

test('each column has a heading of its own', async () => {
  const { dialog } = await open()
  const headings = await dialog.findAllByRole('columnheader')
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Order', 'Email', 'Action', 'Actions'])
})

test('a rule is added after the others, with what was filled in alone', async () => {
  answer({ [rules]: ok({ data: [spam], version: 7 }), [change]: ok({ data: [spam] }) })
  const { user, dialog } = await open()
  await user.click(await dialog.findByRole('button', { name: 'Add rule' }))
  await user.type(await dialog.findByLabelText('From'), 'shop')
  await user.type(dialog.getByLabelText('Larger than (KiB)'), '2')
  await user.selectOptions(dialog.getByLabelText('Attachments'), 'with')
  await user.selectOptions(dialog.getByLabelText('Mailbox'), 'ada@example.org')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(asked()).toEqual([
      [
        { conditions: { spam: 'suspect' }, action: 'discard', stop: true, isActive: true },
        {
          conditions: { from: 'shop', largerThan: 2048, hasAttachments: true },
          action: 'forward',
          forwardToId: 'mailbox',
          stop: true,
          isActive: true,
        },
      ],
    ]),
  )
})

test('a rule is edited, moved, paused and deleted in its place', async () => {
  answer({ [change]: ok({ data: [invoices, spam] }) })
  const { user, dialog } = await open()
  const first = {
    conditions: { subject: 'invoice' },
    action: 'label',
    label: 'Invoices',
    stop: false,
    isActive: true,
  }
  const second = { conditions: { spam: 'suspect' }, action: 'discard', stop: true, isActive: true }
  await user.click(await dialog.findByRole('button', { name: /^Move down: Email with “invoice”/ }))
  await waitFor(() => expect(asked().at(-1)).toEqual([second, first]))
  await user.click(await dialog.findByRole('button', { name: /^Pause: Email that may be spam/ }))
  await waitFor(() => expect(asked().at(-1)).toEqual([first, { ...second, isActive: false }]))
  await user.click(await dialog.findByRole('button', { name: /^Edit: Email with “invoice”/ }))
  await user.clear(await dialog.findByLabelText('Label'))
  await user.type(dialog.getByLabelText('Label'), 'Books')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(asked().at(-1)).toEqual([{ ...first, label: 'Books' }, second]))
  await user.click(await dialog.findByRole('button', { name: /^Delete: Email with “invoice”/ }))
  await waitFor(() => expect(asked().at(-1)).toEqual([second]))
})

test('a size that is not changed stays as it was to the byte, though the form shows it rounded', async () => {
  const conditions = { subject: 'invoice', largerThan: 1_500, smallerThan: 400 }
  answer({ [rules]: ok({ data: [{ ...invoices, conditions }], version: 7 }), [change]: ok({ data: [] }) })
  const { user, dialog } = await open()
  await user.click(await dialog.findByRole('button', { name: /^Edit: / }))
  expect(await dialog.findByLabelText('Smaller than (KiB)')).toHaveProperty('value', '0')
  await user.clear(dialog.getByLabelText('Larger than (KiB)'))
  await user.type(dialog.getByLabelText('Larger than (KiB)'), '2')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(asked()).toHaveLength(1))
  expect(asked()[0]).toMatchObject([
    { conditions: { subject: 'invoice', largerThan: 2_048, smallerThan: 400 } },
  ])
})

test('a rule to a mailbox that was suspended says so, and keeps it when it is edited', async () => {
  const forward = {
    ...none,
    id: '3',
    conditions: {},
    action: 'forward',
    forwardToId: 'gone',
    forwardToEmail: 'gone@example.org',
    suspension: { at, reason: '550 no such user' },
  }
  answer({ [rules]: ok({ data: [forward], version: 7 }), [change]: ok({ data: [forward] }) })
  const { user, dialog } = await open()
  await dialog.findByText('suspended')
  dialog.getByText('550 no such user')
  await user.click(dialog.getByRole('button', { name: /^Edit: Every email/ }))
  await user.type(await dialog.findByLabelText('From'), 'shop')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(asked().at(-1)).toEqual([
      { conditions: { from: 'shop' }, action: 'forward', forwardToId: 'gone', stop: false, isActive: true },
    ]),
  )
})

test('a rule that labels goes on to the next rule unless its owner says otherwise', async () => {
  answer({ [change]: ok({ data: [] }) })
  const { user, dialog } = await open()
  await user.click(await dialog.findByRole('button', { name: 'Add rule' }))
  await user.selectOptions(await dialog.findByLabelText('Then'), 'give it a label')
  await user.type(dialog.getByLabelText('Label'), 'News')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(asked().at(-1)!.at(-1)).toEqual({
      conditions: {},
      action: 'label',
      label: 'News',
      stop: false,
      isActive: true,
    }),
  )
})

/** Pauses the second rule, when only the first is left on the service. */
const pauseStale = async () => {
  answer({ [change]: refusal(412, { error: 'Rules have changed' }) })
  const opened = await open()
  answer({ [rules]: ok({ data: [invoices], version: 8 }) })
  const pause = await opened.dialog.findByRole('button', { name: /^Pause: Email that may be spam/ })
  await opened.user.click(pause)
  const name = 'This list of rules has changed in the meantime'
  const conflict = within(await screen.findByRole('dialog', { name }))
  await conflict.findByText('What has changed')
  expect(askedOf(change)).toMatchObject([{ ifMatch: '"7"' }])
  return { ...opened, conflict }
}

describe('rules that somebody else has changed meanwhile', () => {
  test('are shown as they are now if the user drops the change, and the next change is one of those', async () => {
    const { user, dialog, conflict } = await pauseStale()
    await user.click(conflict.getByRole('button', { name: 'Drop mine and reload' }))
    await waitFor(() => expect(dialog.queryByText('Email that may be spam')).toBeNull())
    answer({ [change]: ok({ data: [invoices], version: 9 }) })
    await user.click(dialog.getByRole('button', { name: /^Pause: / }))
    await waitFor(() => expect(askedOf(change)).toMatchObject([{}, { ifMatch: '"8"' }]))
  })

  test('are overwritten by what the user has edited if the user says so', async () => {
    const { user, conflict } = await pauseStale()
    answer({
      [change]: ok({ data: [invoices, spam], version: 9 }),
      [rules]: ok({ data: [invoices, spam], version: 9 }),
    })
    await user.click(conflict.getByRole('button', { name: 'Overwrite with mine' }))
    await waitFor(() => expect(askedOf(change)).toMatchObject([{}, { ifMatch: '"8"' }]))
    expect(asked()[1]).toEqual(asked()[0])
  })
})

/** Loads the list of rules again, as the dashboard does after a pause of the network. */
const loadAgain = () =>
  act(async () => {
    await queryClient.refetchQueries({ queryKey: ['mail-rules'] })
    // Components hear of it a moment later.
    await new Promise<void>((resolve) => notifyManager.schedule(resolve))
  })

/** Edits the label of the first rule, while the list is loaded again. */
async function editWhileLoading(answered: ReturnType<typeof ok>) {
  answer({ [change]: ok({ data: [] }) })
  const { user, dialog } = await open()
  await user.click(await dialog.findByRole('button', { name: /^Edit: Email with “invoice”/ }))
  await user.clear(await dialog.findByLabelText('Label'))
  await user.type(dialog.getByLabelText('Label'), 'Books')
  answer({ [rules]: answered })
  await loadAgain()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(asked()).toHaveLength(1))
}

describe('a rule that is edited while its list is loaded again', () => {
  test('is saved in its own place, with the version with which the edit began', async () => {
    await editWhileLoading(ok({ data: [spam, invoices], version: 8 }))
    expect(askedOf(change)).toMatchObject([{ ifMatch: '"7"' }])
    expect(asked()[0]).toMatchObject([{ label: 'Books' }, { action: 'discard' }])
  })

  test('stays in the form where the list cannot be loaded', async () => {
    await editWhileLoading(refusal(404, { error: 'Alias not found' }))
    expect(asked()[0]).toMatchObject([{ label: 'Books' }, { action: 'discard' }])
  })
})

test('a refused rule shows the reason, and cancelling leads back to the list', async () => {
  answer({ [change]: refusal(400, { error: 'forwardToId must be a verified forwarding address' }) })
  const { user, dialog } = await open()
  await user.click(await dialog.findByRole('button', { name: 'Add rule' }))
  await user.selectOptions(await dialog.findByLabelText('Mailbox'), 'ada@example.org')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('must be a verified forwarding address')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await dialog.findByText('Email that may be spam')
})
