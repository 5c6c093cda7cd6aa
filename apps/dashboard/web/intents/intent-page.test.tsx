import type { AutomationApi } from '@waypost/sdk'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { at, automation, automationAccount } from '../testing/samples.ts'
import { answer, askedOf, ok } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const intent = (change: Partial<AutomationApi.Intent> = {}): AutomationApi.Intent => ({
  intentId: 'intent',
  jobId: 'job',
  text: 'How is business?',
  status: 'failed',
  automationId: null,
  score: null,
  margin: null,
  candidates: [{ automationId: 'automation', automationName: 'Quarterly figures', score: 0.3 }],
  reason: 'ambiguous',
  error: 'Did you mean "Quarterly figures"? The request does not plainly ask for what it does',
  createdAt: at,
  completedAt: at,
  ...change,
})

test('the candidate that a person picks keeps the request as a phrase, and the request is sent again', async () => {
  answer({
    'GET /automation/api/v1/intents/:id': ok(intent()),
    'GET /automation/api/v1/automations/:id': ok(automation({ phrases: ['quarter'] })),
    'PATCH /automation/api/v1/automations/:id': ok(automation()),
    'POST /automation/api/v1/intents': ok({ intentId: 'again', jobId: 'job', status: 'received' }),
    'GET /automation/api/v1/account': ok(automationAccount),
  })
  const { user } = showPage('/ask/intent')
  await user.click(await screen.findByRole('button', { name: 'Remember for Quarterly figures' }))
  await expect.poll(() => askedOf('POST /automation/api/v1/intents')).toHaveLength(1)
  expect(askedOf('PATCH /automation/api/v1/automations/:id')).toMatchObject([
    { body: { phrases: ['How is business?', 'quarter'] } },
  ])
  expect(askedOf('POST /automation/api/v1/intents')).toMatchObject([{ body: { text: 'How is business?' } }])
})

test.each([
  [null, Intl.DateTimeFormat().resolvedOptions().timeZone],
  ['Asia/Tokyo', undefined],
])('a request of an account with the time zone %s names %s', async (timeZone, sent) => {
  answer({
    'GET /automation/api/v1/account': ok({ ...automationAccount, timeZone }),
    'POST /automation/api/v1/intents': ok({ intentId: 'intent', jobId: 'job', status: 'received' }),
    'GET /automation/api/v1/intents/:id': ok(intent()),
    'GET /automation/api/v1/audit-logs': ok([]),
  })
  const { user } = showPage('/ask')
  await user.type(await screen.findByLabelText('What should be done?'), 'Book a table tomorrow')
  await user.click(screen.getByRole('button', { name: 'Send request' }))
  await expect.poll(() => askedOf('POST /automation/api/v1/intents')).toHaveLength(1)
  const [{ body } = { body: undefined }] = askedOf('POST /automation/api/v1/intents')
  expect(body).toEqual({ text: 'Book a table tomorrow', ...(sent !== undefined && { timeZone: sent }) })
})

test('a request whose values are missing offers nothing to remember', async () => {
  answer({ 'GET /automation/api/v1/intents/:id': ok(intent({ reason: 'missing_values' })) })
  showPage('/ask/intent')
  await screen.findByText('Quarterly figures')
  expect(screen.queryByRole('button', { name: /Remember/ })).toBeNull()
})

test('the steps of a draft are shown as its plan, and nothing there runs it', async () => {
  answer({
    'GET /automation/api/v1/intents/:id': ok(
      intent({ status: 'generated', automationId: 'automation', candidates: [], reason: null, error: null }),
    ),
    'GET /automation/api/v1/automations/:id': ok(automation({ isDraft: true })),
    'GET /automation/api/v1/jobs/:id': ok({ id: 'job', status: 'completed', executionId: null }),
  })
  showPage('/ask/intent')
  const draft = await screen.findByRole('region', { name: 'Draft' })
  expect(within(draft).getByRole('listitem').textContent).toContain('https://shop.example/')
  expect(screen.queryByRole('button', { name: /^Run/ })).toBeNull()
})
