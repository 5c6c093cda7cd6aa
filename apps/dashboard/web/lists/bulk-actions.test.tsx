import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { address, automation, email } from '../testing/samples.ts'
import { answer, askedOf, ok, refusal } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'
import { answerAddressesPage, list } from '../addresses/test-addresses-page.ts'

const update = 'PATCH /alias/api/v1/addresses/:id'
const names = ['one', 'two', 'three', 'four', 'five']
const farAway = new Date(Date.now() + 86_400_000).toISOString()

answerAddressesPage()
let active: Set<string>
let refused: Set<string>
beforeEach(() => {
  active = new Set(names)
  refused = new Set()
  answer({
    [list]: () => ok({ data: { addresses: names.map(sample), total: 5, limit: 20, offset: 0 } }),
    [update]: ({ path, body }) => {
      const id = path.split('/').at(-1)!
      if (refused.has(id)) return refusal(403, { error: 'Not now' })
      if ((body as { isActive: boolean }).isActive) active.add(id)
      else active.delete(id)
      return ok({ data: sample(id) })
    },
  })
})

const sample = (id: string) =>
  address({ id, address: `${id}@waypost.test`, alias: null, expiresAt: farAway, isActive: active.has(id) })
const box = (name: string) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: `Select ${name}@waypost.test` })
const isSelected = async () => Promise.all(names.map(async (name) => (await box(name)).checked))
const bar = async () => within(await screen.findByRole('group', { name: 'Selection' }))

describe('rows of a list', () => {
  test('are selected one by one, and by Shift and a click from the last one to this one', async () => {
    const { user } = showPage('/addresses')
    await user.click(await box('two'))
    expect(await isSelected()).toEqual([false, true, false, false, false])
    await user.keyboard('{Shift>}')
    await user.click(await box('four'))
    await user.keyboard('{/Shift}')
    expect(await isSelected()).toEqual([false, true, true, true, false])
    ;(await bar()).getByText('3 selected')
    await user.click(await box('three'))
    expect(await isSelected()).toEqual([false, true, false, true, false])
  })

  test('are selected by the keyboard alone', async () => {
    const { user } = showPage('/addresses')
    ;(await box('five')).focus()
    await user.keyboard(' ')
    ;(await box('three')).focus()
    await user.keyboard('{Shift>} {/Shift}')
    expect(await isSelected()).toEqual([false, false, true, true, true])
  })

  test('are all selected by the box above them, which shows where only some are, and cleared', async () => {
    const { user } = showPage('/addresses')
    const all = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select all aliases' })
    await user.click(await box('one'))
    expect([all.checked, all.indeterminate]).toEqual([false, true])
    await user.click(all)
    expect(await isSelected()).toEqual(names.map(() => true))
    expect([all.checked, all.indeterminate]).toEqual([true, false])
    await user.click((await bar()).getByRole('button', { name: 'Clear' }))
    expect(await isSelected()).toEqual(names.map(() => false))
    expect(screen.queryByRole('group', { name: 'Selection' })).toBeNull()
  })
})

describe('an action on selected rows', () => {
  test('is done to these alone, and undone by the toast', async () => {
    const { user } = showPage('/addresses')
    await user.click(await box('one'))
    await user.click(await box('three'))
    await user.click((await bar()).getByRole('button', { name: 'Pause' }))
    await screen.findByText('2 aliases paused')
    expect([...active]).toEqual(['two', 'four', 'five'])
    expect(await isSelected()).toEqual(names.map(() => false))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect([...active].toSorted()).toEqual(names.toSorted()))
    expect(screen.queryByText('2 aliases paused')).toBeNull()
  })

  test('that fails for some says how many and why, and leaves what failed selected', async () => {
    refused = new Set(['two'])
    const { user } = showPage('/addresses')
    for (const name of ['one', 'two', 'three']) await user.click(await box(name))
    await user.click((await bar()).getByRole('button', { name: 'Pause' }))
    expect((await screen.findByRole('alert')).textContent).toBe('1 of 3 failed: Not now')
    expect([...active]).toEqual(['two', 'four', 'five'])
    expect((await box('two')).checked).toBe(true)
  })

  test('is not offered where it makes no sense for any of them', async () => {
    const { user } = showPage('/addresses')
    await user.click(await box('one'))
    expect((await bar()).queryByRole('button', { name: 'Resume' })).toBeNull()
  })

  test('that cannot be undone asks first', async () => {
    answer({
      'GET /automation/api/v1/automations': ok([automation({ id: 'first', name: 'Prices' })]),
      'DELETE /automation/api/v1/automations/:id': ok(),
    })
    const { user } = showPage('/automations')
    await user.click(await screen.findByRole('checkbox', { name: 'Select Prices' }))
    await user.click((await bar()).getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 1 automation?' }))
    expect(askedOf('DELETE /automation/api/v1/automations/:id')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await screen.findByText('1 automation deleted')
    expect(askedOf('DELETE /automation/api/v1/automations/:id').map(({ path }) => path)).toEqual([
      '/automation/api/v1/automations/first',
    ])
  })

  test('marks emails as read', async () => {
    let read = false
    answer({
      'GET /alias/api/v1/emails': () =>
        ok({ data: [email({ id: 'mail', isRead: read })], total: 1, limit: 50, offset: 0 }),
      'PATCH /alias/api/v1/emails/:id': ({ body }) => {
        read = (body as { isRead: boolean }).isRead
        return ok({ data: email({ id: 'mail', isRead: read }) })
      },
    })
    const { user } = showPage('/mailbox')
    await user.click(await screen.findByRole('checkbox', { name: 'Select Your order' }))
    await user.click((await bar()).getByRole('button', { name: 'Mark as read' }))
    await screen.findByText('1 email marked as read')
    expect(read).toBe(true)
  })
})

describe('a toast', () => {
  test('offers to undo the pausing of one alias, and is gone once dismissed', async () => {
    const { user } = showPage('/addresses')
    await user.click(await screen.findByRole('button', { name: 'Pause one@waypost.test' }))
    await screen.findByText('one@waypost.test is paused')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(active.has('one')).toBe(true))
    await user.click(await screen.findByRole('button', { name: 'Pause two@waypost.test' }))
    await screen.findByText('two@waypost.test is paused')
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('two@waypost.test is paused')).toBeNull()
    expect(active.has('two')).toBe(false)
  })

  test('goes after ten seconds, but not while it is pointed at', async () => {
    const { user } = showPage('/addresses')
    await screen.findByRole('button', { name: 'Pause one@waypost.test' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    try {
      await user.click(await screen.findByRole('button', { name: 'Pause one@waypost.test' }))
      const toast = await screen.findByText('one@waypost.test is paused')
      await user.hover(toast)
      await vi.advanceTimersByTimeAsync(30_000)
      expect(screen.queryByText('one@waypost.test is paused')).not.toBeNull()
      await user.unhover(toast)
      await vi.advanceTimersByTimeAsync(10_000)
      await waitFor(() => expect(screen.queryByText('one@waypost.test is paused')).toBeNull())
    } finally {
      vi.useRealTimers()
    }
  })
})
