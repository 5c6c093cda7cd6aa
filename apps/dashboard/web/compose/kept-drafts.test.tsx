import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { email } from '../testing/samples.ts'
import { answer, askedOf, ok, pending } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'
import { deleteDrafts, draftKeys } from './delete-drafts.ts'
import { draftPlace, loadDraft, saveDraft } from './drafts.ts'
import { answerComposePage, answered, draft, text } from './test-compose-page.ts'

answerComposePage()

test('a draft is kept until it is sent or discarded, one for each email that is answered and each alias that it is from', async () => {
  answer({ 'GET /alias/api/v1/emails/:id': ok({ data: answered }) })
  const first = showPage('/compose?subject=Hello')
  await first.user.type(await text(), 'half of')
  await first.user.type(screen.getByLabelText('To'), 'bob@example.com')
  cleanup()
  for (const other of ['from=address&reply=answered', 'from=address', 'to=eve@example.com']) {
    showPage(`/compose?${other}`)
    await text()
    expect(screen.queryByText(/^This draft was kept/)).toBeNull()
    cleanup()
  }
  const { user } = showPage('/compose')
  await screen.findByText(/^This draft was kept/)
  expect((await text()).textContent).toBe('half of')
  expect(screen.getByLabelText('To')).toHaveProperty('value', 'bob@example.com')
  await user.click(screen.getByRole('button', { name: 'Discard draft' }))
  await waitFor(() => expect(screen.getByLabelText('To')).toHaveProperty('value', ''))
  expect(screen.queryByText(/^This draft was kept/)).toBeNull()
  expect(draftKeys()).toEqual([])
})

test('what is written in the text and in a field before the page has shown either is kept, both of it', async () => {
  showPage('/compose')
  const editor = await text()
  await act(async () => {
    editor.firstElementChild!.textContent = 'half of'
    await Promise.resolve()
    fireEvent.change(screen.getByLabelText('To'), { target: { value: 'bob@example.com' } })
  })
  expect(loadDraft(draftPlace('account'))).toMatchObject({
    to: 'bob@example.com',
    html: expect.stringContaining('half of') as string,
  })
})

test.each([
  '{',
  'null',
  '5',
  '{"savedAt":1}',
  JSON.stringify({ ...draft, savedAt: 1, search: {}, html: null }),
])(
  'a kept draft that cannot be read (%s) is dropped, and breaks neither the page nor what is kept of others',
  async (stored) => {
    const [place, other] = [draftPlace('account'), draftPlace('account', { to: 'eve@example.com' })]
    localStorage.setItem(place, stored)
    localStorage.setItem(other, stored)
    const { user } = showPage('/compose')
    await user.type(await screen.findByLabelText('Subject'), 'H')
    expect(loadDraft(place)).toMatchObject({ subject: 'H' })
    saveDraft(place, {}, draft)
    expect(draftKeys()).toEqual([place])
  },
)

test('a page whose draft the browser has no room for asks before it is left, and one whose draft is kept does not', async () => {
  answer({ 'GET /automation/api/v1/executions': pending })
  const kept = await writeAndLeave('/compose')
  await waitFor(() => expect(kept.place()).toBe('/runs'))
  cleanup()
  fillStorage()
  const { place } = await writeAndLeave('/compose?from=address')
  await screen.findByText(/^This browser has no room to keep a draft: what you have written is lost/)
  expect(place()).toBe('/compose?from=address')
})

/** Writes an email, and goes to another page. */
async function writeAndLeave(path: string) {
  const shown = showPage(path)
  await shown.user.type(await screen.findByLabelText('Subject'), 'Hello')
  await shown.user.click(screen.getByRole('link', { name: 'Runs' }))
  return shown
}

/** Leaves no room in the browser's storage. */
function fillStorage(): void {
  for (let size = 8 * 1024 * 1024; size >= 1; size /= 2)
    try {
      localStorage.setItem(`filler ${size}`, 'x'.repeat(size))
    } catch {
      // The next one is smaller.
    }
}

test('a kept draft is sent from the alias that the page shows, where its own is no longer offered', async () => {
  saveDraft(draftPlace('account'), {}, { ...draft, fromAddressId: 'ended' })
  answer({
    'POST /alias/api/v1/emails': ok({ data: email({ type: 'sent' }) }),
    'GET /alias/api/v1/emails/:id': pending,
  })
  const { user } = showPage('/compose')
  expect(await screen.findByLabelText('From')).toHaveProperty('value', 'address')
  await text()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(askedOf('POST /alias/api/v1/emails')).toHaveLength(1))
  expect(askedOf('POST /alias/api/v1/emails')[0]!.body).toMatchObject({ fromAddressId: 'address' })
})

test('whoever signs out leaves no draft in the browser', () => {
  saveDraft(draftPlace('account'), {}, draft)
  deleteDrafts()
  expect(loadDraft(draftPlace('account'))).toBeUndefined()
})
