import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { choose } from '../testing/choose.ts'
import { automation } from '../testing/samples.ts'
import { answer, askedOf, issue, ok, pending } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const create = 'POST /automation/api/v1/automations'

const fillIn = async () => {
  const shown = showPage('/automations/new')
  const [name] = await screen.findAllByLabelText('Name')
  await shown.user.type(name!, 'Read the price')
  await shown.user.type(screen.getByLabelText('URL'), 'ftp://shop.example/')
  return shown
}

test('an invalid field of a step shows its error and gets the focus', async () => {
  answer({ [create]: issue('actions.0.url', 'must be an http or https URL') })
  const { user } = await fillIn()
  await user.click(screen.getByRole('button', { name: 'Create' }))
  const field = screen.getByLabelText('URL')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(screen.getByText('must be an http or https URL')).toBeTruthy()
  expect(field).toHaveProperty('value', 'ftp://shop.example/')
})

test('an error that belongs to no field is shown at the top of the form', async () => {
  answer({ [create]: issue('actions', 'must have at most 200 elements') })
  const { user } = await fillIn()
  await user.click(screen.getByRole('button', { name: 'Create' }))
  const note = await screen.findByText('Actions: must have at most 200 elements')
  await waitFor(() => expect(document.activeElement!.contains(note)).toBe(true))
})

test('steps are sent in their displayed order, each with the fields of its action', async () => {
  answer({ [create]: ok({ id: 'made' }), 'GET /automation/api/v1/automations/:id': pending })
  answer({
    'GET /automation/api/v1/executions': pending,
    'GET /automation/api/v1/automations/:id/versions': pending,
  })
  const { user, place } = await fillIn()
  await user.click(screen.getByRole('button', { name: 'Add step' }))
  const second = within(screen.getByRole('listitem', { name: 'Step 2' }))
  await user.selectOptions(second.getByLabelText('Action'), 'Press a key')
  await user.type(second.getByLabelText('Key'), 'Enter')
  await user.click(screen.getByRole('button', { name: 'Move step 2 up' }))
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(place()).toBe('/automations/made'))
  expect(askedOf(create)[0]!.body).toMatchObject({
    name: 'Read the price',
    actions: [
      { name: 'Step 2', type: 'keyDown', key: 'Enter' },
      { name: 'Open the page', type: 'navigate', url: 'ftp://shop.example/' },
    ],
  })
})

test('steps within a step are added, edited and sent with it', async () => {
  answer({ [create]: ok({ id: 'made' }), 'GET /automation/api/v1/automations/:id': pending })
  answer({
    'GET /automation/api/v1/executions': pending,
    'GET /automation/api/v1/automations/:id/versions': pending,
  })
  const { user, place } = await fillIn()
  await user.click(screen.getByRole('button', { name: 'Add step' }))
  const loop = within(screen.getByRole('listitem', { name: 'Step 2' }))
  await user.selectOptions(loop.getByLabelText('Action'), 'Repeat')
  await user.type(loop.getByLabelText('Element of the condition'), 'a.next')
  await user.click(loop.getByRole('button', { name: 'Add step to 2' }))
  const list = within(screen.getByRole('listitem', { name: 'Step 2.1' }))
  await user.selectOptions(list.getByLabelText('Action'), 'Extract a list')
  await user.type(list.getByLabelText('Rows'), 'li')
  await user.selectOptions(list.getByLabelText('Type'), 'Amount of money')
  await user.type(list.getByLabelText('Store as'), 'items')
  await user.click(list.getByLabelText('Optional: the run goes on without it'))
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(place()).toBe('/automations/made'))
  expect(askedOf(create)[0]!.body).toMatchObject({
    actions: [
      { type: 'navigate' },
      {
        name: 'Step 2',
        type: 'repeat',
        until: { absent: ['a.next'] },
        steps: [
          {
            name: 'Step 3',
            type: 'extract',
            rows: ['li'],
            fields: { name: { type: 'money' } },
            output: 'items',
            optional: true,
          },
        ],
      },
    ],
  })
})

test('a step that waits for an email names the secret with the key of the alias service', async () => {
  answer({
    [create]: ok({ id: 'made' }),
    'GET /automation/api/v1/automations/:id': pending,
    'GET /automation/api/v1/executions': pending,
    'GET /automation/api/v1/automations/:id/versions': pending,
  })
  const { user, place } = await fillIn()
  await user.click(screen.getByRole('button', { name: 'Add step' }))
  const step = within(screen.getByRole('listitem', { name: 'Step 2' }))
  await user.selectOptions(step.getByLabelText('Action'), 'Wait for an email')
  await user.type(step.getByLabelText('Alias'), 'shop.4f9k2@mail.example')
  await user.type(step.getByLabelText('Pattern'), 'code is 1')
  await user.type(step.getByLabelText('Key of the alias service'), '${{secrets.mail}')
  await user.type(step.getByLabelText('Store as'), 'code')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(place()).toBe('/automations/made'))
  expect(askedOf(create)[0]!.body).toMatchObject({
    actions: [
      { type: 'navigate' },
      { type: 'waitForEmail', address: 'shop.4f9k2@mail.example', apiKey: '${secrets.mail}', output: 'code' },
    ],
  })
})

test('an upload takes a file of this computer, one that a run has kept, or one of the account', async () => {
  answer({
    [create]: issue('actions.1.artifact', 'must be the id of an artifact'),
    'GET /automation/api/v1/files': ok([{ name: 'cv.pdf' }]),
  })
  const { user } = await fillIn()
  await user.click(screen.getByRole('button', { name: 'Add step' }))
  const step = within(screen.getByRole('listitem', { name: 'Step 2' }))
  await user.selectOptions(step.getByLabelText('Action'), 'Upload a file')
  await user.type(step.getByLabelText('Element'), '#file')
  await user.upload(step.getByLabelText('File'), new File(['a'], 'list.csv', { type: 'text/csv' }))
  await step.findByText(/Current file: list.csv/)
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(askedOf(create)).toHaveLength(1))
  await user.selectOptions(step.getByLabelText('Where the file is'), 'Kept by a run')
  await user.type(step.getByLabelText('File of the run'), '${{outputs.report}')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await step.findByText('must be the id of an artifact')
  await user.selectOptions(step.getByLabelText('Where the file is'), 'Saved under Files')
  await user.selectOptions(
    step.getByLabelText('Saved file'),
    await step.findByRole('option', { name: 'cv.pdf' }),
  )
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(askedOf(create)).toHaveLength(3))
  const uploads = askedOf(create).map(({ body }) => (body as { actions: object[] }).actions[1])
  expect(uploads).toEqual([
    {
      name: 'Step 2',
      type: 'upload',
      selectors: ['#file'],
      file: { name: 'list.csv', contentType: 'text/csv', contentBase64: 'YQ==' },
    },
    { name: 'Step 2', type: 'upload', selectors: ['#file'], artifact: '${outputs.report}' },
    { name: 'Step 2', type: 'upload', selectors: ['#file'], accountFile: 'cv.pdf' },
  ])
})

test('settings of the browser are sent, and an error is shown at theirs', async () => {
  answer({ [create]: issue('browser.device', 'must be one of the following values: iPhone 15') })
  const { user } = await fillIn()
  await user.click(screen.getByText('Browser', { selector: 'h2' }))
  await user.type(screen.getByLabelText('Language'), 'de-DE')
  await user.type(screen.getByLabelText(/^Device/), 'Nokia')
  await user.type(screen.getByLabelText('Window width, in pixels'), '390')
  await user.type(screen.getByLabelText(/^Proxy server/), 'socks5://proxy.example')
  await user.click(screen.getByRole('button', { name: 'Add header' }))
  await user.type(screen.getByLabelText('Header'), 'X-Api-Key')
  await user.type(screen.getByLabelText('Site of the header'), 'https://shop.example')
  await user.type(screen.getByLabelText('Its value'), 'key')
  await user.click(screen.getByLabelText('Images'))
  await user.click(screen.getByLabelText(/robots\.txt/))
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('must be one of the following values: iPhone 15')
  expect(askedOf(create)[0]!.body).toMatchObject({
    browser: {
      locale: 'de-DE',
      device: 'Nokia',
      viewport: { width: 390 },
      proxy: { server: 'socks5://proxy.example' },
      headers: [{ origin: 'https://shop.example', name: 'X-Api-Key', value: 'key' }],
      block: ['images'],
      robotsTxt: 'respect',
    },
  })
})

test('a login is chosen among the automations, with a page and a condition', async () => {
  answer({
    [create]: issue('login.url', 'must be an http or https URL'),
    'GET /automation/api/v1/automations': ok([automation({ id: 'sign-in', name: 'Sign in' })]),
  })
  const { user } = await fillIn()
  await user.click(screen.getByText('Login', { selector: 'h2' }))
  await choose(user, 'Signs in', 'Sign in')
  await user.type(screen.getByLabelText('Page that shows who is signed in'), 'shop.example')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('must be an http or https URL')
  expect(askedOf(create)[0]!.body).toMatchObject({
    trace: 'failures',
    login: { automationId: 'sign-in', url: 'shop.example', loggedIn: { present: [] } },
  })
})
