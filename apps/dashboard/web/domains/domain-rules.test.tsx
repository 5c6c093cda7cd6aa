import type { AliasApi } from '@waypost/sdk'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { at } from '../testing/samples.ts'
import { answer, askedOf, ok, refusal } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'
import { answerDomainsPage, domain, list } from './test-domains-page.ts'

answerDomainsPage()

const rule = (more: Partial<AliasApi.DomainRule> = {}): AliasApi.DomainRule => ({
  id: 'rule',
  domainId: 'domain',
  position: 1,
  match: { type: 'any', value: null },
  alias: null,
  forwardToId: null,
  forwardToEmail: null,
  expiresIn: null,
  autoRenew: true,
  isActive: true,
  aliasesCreated: 12,
  createdAt: at,
  ...more,
})

describe('the rules of a domain', () => {
  const rules = 'GET /alias/api/v1/domains/:id/rules'
  const add = 'POST /alias/api/v1/domains/:id/rules'
  const change = 'PATCH /alias/api/v1/domains/:id/rules/:id'
  const shop = rule({ id: 'shop', position: 2, match: { type: 'regex', value: 'shop-.*' } })
  const open = async (...shown: AliasApi.DomainRule[]) => {
    answer({
      [list]: ok({ data: [{ ...domain, status: 'verified' }] }),
      [rules]: ok({ data: shown }),
      'GET /alias/api/v1/forwarding-addresses': ok({
        data: {
          addresses: [{ id: 'me', email: 'me@example.net', isVerified: true, verifiedAt: at, createdAt: at }],
          total: 1,
          limit: 100,
          offset: 0,
        },
      }),
    })
    const { user } = showPage('/domains')
    await user.click(await screen.findByText('Catch-all and rules that create aliases'))
    return user
  }

  test('are added with what they match and where their aliases forward, and then listed', async () => {
    const user = await open()
    await screen.findByText('Mail to names without an alias is refused.')
    await user.click(screen.getByRole('button', { name: 'Add rule' }))
    await user.selectOptions(await screen.findByLabelText('For'), 'regex')
    await user.type(screen.getByLabelText('Regular expression'), 'shop-.*')
    await user.selectOptions(screen.getByLabelText('Forward to'), 'me@example.net')
    answer({ [add]: ok({ data: shop }), [rules]: ok({ data: [shop] }) })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('/shop-.*/')
    expect(askedOf(add)).toMatchObject([
      { body: { match: { type: 'regex', value: 'shop-.*' }, forwardToId: 'me', autoRenew: true } },
    ])
  })

  test('say how long their aliases live, and only what lives for a day or longer is renewed', async () => {
    const user = await open()
    answer({ [add]: ok({ data: shop }) })
    await user.click(await screen.findByRole('button', { name: 'Add rule' }))
    const field = await screen.findByLabelText<HTMLSelectElement>('Expires in')
    expect(field.selectedOptions[0]!.text).toBe('as long as the plan allows')
    await user.selectOptions(field, '7 days')
    expect(screen.getByLabelText('Renew the aliases before they expire')).toBeTruthy()
    await user.selectOptions(field, '1 hour')
    expect(screen.queryByLabelText('Renew the aliases before they expire')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(askedOf(add)).toHaveLength(1))
    expect(askedOf(add)).toMatchObject([{ body: { expiresIn: 3600, autoRenew: false } }])
  })

  test('keep a time that a program has chosen, until another one is, or none', async () => {
    const user = await open(rule({ expiresIn: 5400, autoRenew: false }))
    answer({ [change]: ok({ data: shop }) })
    const edit = async () => {
      await user.click(await screen.findByRole('button', { name: /^Edit the rule for anything/ }))
      return screen.findByLabelText<HTMLSelectElement>('Expires in')
    }
    expect((await edit()).selectedOptions[0]!.text).toBe('5400 seconds')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(askedOf(change)).toMatchObject([{ body: { expiresIn: 5400 } }]))
    await user.selectOptions(await edit(), 'as long as the plan allows')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(askedOf(change)).toMatchObject([{}, { body: { expiresIn: null } }]))
  })

  test('show why one is refused at its field', async () => {
    const user = await open()
    const error = 'match.value must be a regular expression of RE2: missing closing ): `(`'
    answer({ [add]: refusal(400, { error }) })
    await user.click(await screen.findByRole('button', { name: 'Add rule' }))
    await user.selectOptions(await screen.findByLabelText('For'), 'regex')
    await user.type(screen.getByLabelText('Regular expression'), '(')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText(error)
  })

  test('are moved, paused and deleted', async () => {
    const user = await open(rule(), shop)
    answer({
      [change]: ok({ data: shop }),
      'DELETE /alias/api/v1/domains/:id/rules/:id': ok({ message: 'x' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Move up the rule for /shop-.*/' }))
    await waitFor(() => expect(askedOf(change)).toMatchObject([{ body: { position: 1 } }]))
    await user.click(screen.getByRole('button', { name: 'Pause the rule for /shop-.*/' }))
    await waitFor(() => expect(askedOf(change)).toHaveLength(2))
    expect(askedOf(change)[1]).toMatchObject({ body: { isActive: false } })
    await user.click(screen.getByRole('button', { name: 'Delete the rule for /shop-.*/' }))
    await user.click(await screen.findByRole('button', { name: 'Delete rule' }))
    await waitFor(() => expect(askedOf('DELETE /alias/api/v1/domains/:id/rules/:id')).toHaveLength(1))
  })
})
