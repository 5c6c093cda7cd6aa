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

test('input errors are listed for each property', () => {
  const error = refusal(400, [
    {
      property: 'actions.0.url',
      constraints: { isUrl: 'must be a URL', isNotEmpty: 'is empty' },
      receivedValue: '',
    },
  ])
  expect(issuesOf(error)).toEqual([{ property: 'actions.0.url', message: 'must be a URL; is empty' }])
  expect(describeError(error)).toBe('must be a URL; is empty')
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
