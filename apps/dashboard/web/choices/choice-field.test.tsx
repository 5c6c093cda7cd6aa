import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { automation, automationAccount } from '../testing/samples.ts'
import { answer, askedOf, ok, silent, withNext } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const list = 'GET /automation/api/v1/automations'
const create = 'POST /automation/api/v1/pipelines'
const all = Array.from({ length: 10_000 }, (_, index) =>
  automation({ id: `automation-${index}`, name: `Read shop ${index}` }),
)

beforeEach(() =>
  answer({
    'GET /automation/api/v1/account': ok(automationAccount),
    'GET /automation/api/v1/pipelines': ok([]),
    'GET /automation/api/v1/automations/names': ({ query }) =>
      ok(all.filter(({ id }) => query['ids']!.split(',').includes(id)).map(({ id, name }) => ({ id, name }))),
    'GET /automation/api/v1/automations/:id': ok(automation()),
    [list]: ({ query }) => {
      const found = all.filter(({ name }) => name.includes(query['q'] ?? ''))
      const shown = found.slice(0, Number(query['limit']))
      return shown.length < found.length ? withNext(shown, `${list.slice(15)}?offset=20`) : ok(shown)
    },
  }),
)

const open = async () => {
  const { user } = showPage('/pipelines')
  await user.click((await screen.findAllByRole('button', { name: 'New pipeline' }))[0]!)
  const form = within(await screen.findByRole('dialog'))
  await form.findByRole('combobox', { name: 'Add an automation' })
  return { user, form, field: () => form.getByRole('combobox', { name: 'Add an automation' }) }
}
const options = () => [...document.querySelectorAll('.choice-item')].map(({ textContent }) => textContent)

test('among 10,000 automations one is found by a part of its name, and nothing else is loaded', async () => {
  const { user, form, field } = await open()
  expect(askedOf(list)).toEqual([])
  await user.click(field())
  await waitFor(() => expect(options()).toHaveLength(20))
  await screen.findByText(/There are more/)
  await user.keyboard('shop 9876')
  await waitFor(() => expect(options()).toEqual(['Read shop 9876']))
  expect(askedOf(list).map(({ query }) => query)).toEqual([
    { limit: '20', offset: '0' },
    { limit: '20', offset: '0', q: 'shop 9876' },
  ])
  await user.keyboard('{Enter}')
  await form.findByText('Read shop 9876')
})

test('what is chosen is offered no more, and the next one is chosen without a pointer', async () => {
  answer({ [create]: silent })
  const { user, form, field } = await open()
  await user.type(form.getByLabelText('Name'), 'Every shop')
  await user.click(field())
  await screen.findByRole('option', { name: 'Read shop 0' })
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(field()))
  await waitFor(() => expect(field()).toHaveProperty('value', ''))
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('option', { name: 'Read shop 2' })
  expect(options()).toHaveLength(19)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(options()).toEqual([]))
  // Escape has closed the list, and not the dialog with what was entered.
  expect(form.getByLabelText('Name')).toHaveProperty('value', 'Every shop')
})

test('a text that names nothing says so, and so does a service that does not answer', async () => {
  const { user, field } = await open()
  await user.click(field())
  await user.keyboard('nothing of the kind')
  await screen.findByText('Nothing found.')
  answer({ [list]: silent })
  await user.keyboard('!')
  await screen.findByText('The service did not answer')
})
