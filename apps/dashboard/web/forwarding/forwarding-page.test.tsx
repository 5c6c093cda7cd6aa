import type { AliasApi } from '@waypost/sdk'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { at } from '../testing/samples.ts'
import { answer, askedOf, ok, refusal, silent } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const list = 'GET /alias/api/v1/forwarding-addresses'
const mailbox: AliasApi.ForwardingAddress = {
  id: 'mailbox',
  email: 'ada@home.example',
  isVerified: false,
  verifiedAt: null,
  createdAt: at,
}
const page = (...addresses: object[]) =>
  ok({ data: { addresses, total: addresses.length, limit: 20, offset: 0 } })

test('adding a mailbox reports that a link was sent, and lists the mailbox as not verified', async () => {
  answer({
    [list]: page(),
    'POST /alias/api/v1/forwarding-addresses': ok({ data: mailbox, message: 'Sent' }),
  })
  const { user } = showPage('/forwarding')
  await screen.findByRole('heading', { name: 'No mailboxes yet' })
  answer({ [list]: page(mailbox) })
  await user.type(screen.getByLabelText('Mailbox'), 'ada@home.example')
  await user.click(screen.getByRole('button', { name: 'Add mailbox' }))
  await screen.findByText('We sent a verification link to ada@home.example.')
  await screen.findByText('not verified')
})

test('a refused mailbox shows the reason, and the typed value stays', async () => {
  answer({
    [list]: page(),
    'POST /alias/api/v1/forwarding-addresses': refusal(409, { error: 'It is there already' }),
  })
  const { user } = showPage('/forwarding')
  await user.type(await screen.findByLabelText('Mailbox'), 'ada@home.example')
  await user.click(screen.getByRole('button', { name: 'Add mailbox' }))
  await screen.findByText('It is there already')
  expect(screen.getByLabelText('Mailbox')).toHaveProperty('value', 'ada@home.example')
})

test('mailboxes that cannot be loaded are not shown as an empty list', async () => {
  answer({ [list]: silent })
  showPage('/forwarding')
  await screen.findByText('The service did not answer')
  expect(screen.queryByText('No mailboxes yet')).toBeNull()
})

test('deleting a mailbox asks for a confirmation that says what becomes of aliases and rules', async () => {
  answer({
    [list]: page(mailbox),
    'DELETE /alias/api/v1/forwarding-addresses/:id': ok({ message: 'Deleted' }),
  })
  const { user } = showPage('/forwarding')
  await user.click(await screen.findByRole('button', { name: 'Delete ada@home.example' }))
  await screen.findByText(/^Aliases no longer forward to this mailbox/)
  expect(askedOf('DELETE /alias/api/v1/forwarding-addresses/:id')).toEqual([])
  answer({ [list]: page() })
  await user.click(screen.getByRole('button', { name: 'Delete mailbox' }))
  await screen.findByRole('heading', { name: 'No mailboxes yet' })
})

test('a suspended mailbox shows what its server answered, and can be sent the link again', async () => {
  answer({ [list]: page({ ...mailbox, suspension: { at, reason: '550 5.1.1 No such user' } }) })
  showPage('/forwarding')
  await screen.findByText('suspended')
  screen.getByText('550 5.1.1 No such user')
  expect(screen.queryByText('not verified')).toBeNull()
  screen.getByRole('button', { name: 'Resend the link to ada@home.example' })
})

test('links are added to the mail of a verified mailbox, which then shows them', async () => {
  const change = 'PATCH /alias/api/v1/forwarding-addresses/:id'
  const verified = { ...mailbox, isVerified: true, verifiedAt: at }
  const linked = { ...verified, hasAliasLinks: true }
  answer({ [list]: page(verified), [change]: ok({ data: linked }) })
  const { user } = showPage('/forwarding')
  const add = await screen.findByRole('button', { name: 'Add links in mail to ada@home.example' })
  answer({ [list]: page(linked) })
  await user.click(add)
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/disable and extend its aliases without signing in/)
  expect(askedOf(change)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Add links' }))
  await screen.findByText('with links')
  await screen.findByRole('button', { name: 'Remove links in mail to ada@home.example' })
  expect(askedOf(change)).toMatchObject([{ body: { hasAliasLinks: true } }])
})

test('links are put in a footer where that is chosen', async () => {
  const change = 'PATCH /alias/api/v1/forwarding-addresses/:id'
  const verified = { ...mailbox, isVerified: true, verifiedAt: at }
  const linked = { ...verified, hasAliasLinks: true, aliasLinksIn: 'footer' }
  answer({ [list]: page(verified), [change]: ok({ data: linked }) })
  const { user } = showPage('/forwarding')
  await user.click(await screen.findByRole('button', { name: 'Add links in mail to ada@home.example' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/button to unsubscribe/)
  await user.selectOptions(dialog.getByLabelText('Where'), 'In a footer')
  dialog.getByText(/^Below the text/)
  answer({ [list]: page(linked) })
  await user.click(dialog.getByRole('button', { name: 'Add links' }))
  await screen.findByText('links in a footer')
  expect(askedOf(change)).toMatchObject([{ body: { hasAliasLinks: true, aliasLinksIn: 'footer' } }])
})

test('a mailbox is given a key, then shows its fingerprint, and its key is taken away again', async () => {
  const change = 'PATCH /alias/api/v1/forwarding-addresses/:id'
  const verified = { ...mailbox, isVerified: true, verifiedAt: at }
  const pgpKey = { fingerprint: '46336aff169057af', expiresAt: null, hidesSubject: true }
  const encrypted = { ...verified, pgpKey }
  answer({ [list]: page(verified), [change]: ok({ data: encrypted }) })
  const { user } = showPage('/forwarding')
  const name = 'Encrypt mail to ada@home.example'
  await user.click(await screen.findByRole('button', { name }))
  await user.type(await screen.findByLabelText('Public key'), 'the key')
  await user.click(screen.getByRole('checkbox', { name: 'Encrypt the subject too' }))
  answer({ [list]: page(encrypted) })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('encrypted')
  await user.click(screen.getByRole('button', { name }))
  await screen.findByText('4633 6AFF 1690 57AF')
  answer({ [list]: page({ ...encrypted, pgpKey: { ...pgpKey, expiresAt: at } }) })
  await user.click(screen.getByRole('button', { name: 'Stop encrypting' }))
  expect(askedOf(change)).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Send unencrypted' }))
  await screen.findByText('key expired')
  expect(askedOf(change)).toMatchObject([
    { body: { pgpKey: 'the key', hidesSubject: true } },
    { body: { pgpKey: null } },
  ])
})
