import { ApiError, ConnectionError } from '@waypost/sdk'
import { expect, test } from 'vitest'
import { describeError, isSignedOut, issuesOf } from './describe-error.ts'

const refusal = (status: number, body: unknown) => new ApiError(status, body, new Headers())

test("a refusal is shown in the service's words, or in our own words if it has none", () => {
  expect(describeError(refusal(409, { statusCode: 409, message: 'Automation is already running' }))).toBe(
    'Automation is already running',
  )
  expect(describeError(refusal(409, { error: 'Address is already verified.' }))).toBe(
    'Address is already verified.',
  )
  expect(describeError(refusal(502, '<html>'))).toBe('The service did not answer. Try again in a moment.')
})

test('input errors are in plain words: without the property at its field, and with its place elsewhere', () => {
  const error = refusal(400, [
    {
      property: 'actions.0.url',
      constraints: { isUrl: 'actions.0.url must be a URL', isNotEmpty: 'actions.0.url should not be empty' },
      receivedValue: '',
    },
    {
      property: 'actions.1.steps.0.selectors',
      constraints: { arrayMinSize: 'actions.1.steps.0.selectors must contain at least 1 elements' },
      receivedValue: [],
    },
    { property: 'automationIds.2', constraints: { isIn: 'It is not there' }, receivedValue: '' },
  ])
  expect(issuesOf(error)).toEqual([
    { property: 'actions.0.url', message: 'Must be a URL. This is required.' },
    { property: 'actions.1.steps.0.selectors', message: 'At least one is required.' },
    { property: 'automationIds.2', message: 'It is not there' },
  ])
  expect(describeError(error)).toBe(
    'Step 1, url: Must be a URL. This is required. Step 2.1, selectors: At least one is required. Automation ids 3: It is not there',
  )
})

test('a lost connection is reported as such', () => {
  expect(describeError(new ConnectionError('Could not reach http://localhost: Failed to fetch'))).toBe(
    'The dashboard cannot be reached. Check your connection and try again.',
  )
})

test('a signed-out session is distinguished from a wrong password', () => {
  expect(isSignedOut(refusal(401, { statusCode: 401, message: 'Not signed in' }))).toBe(true)
  expect(isSignedOut(refusal(401, { statusCode: 401, message: 'Wrong email or password' }))).toBe(false)
})
