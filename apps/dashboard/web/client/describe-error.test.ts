import { ApiError, ConnectionError } from '@waypost/sdk'
import { expect, test } from 'vitest'
import { describeError, isSignedOut, issuesOf } from './describe-error.ts'

const refusal = (status: number, body: unknown) => new ApiError(status, body, new Headers())

test('a refusal is told in the words of either service, or in ours where it says nothing', () => {
  expect(describeError(refusal(409, { statusCode: 409, message: 'Automation is already running' }))).toBe(
    'Automation is already running',
  )
  expect(describeError(refusal(409, { error: 'Address is already verified.' }))).toBe(
    'Address is already verified.',
  )
  expect(describeError(refusal(502, '<html>'))).toBe('The service did not answer. Try again in a moment.')
})

test('what is wrong with the input is told at each property', () => {
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

test('a lost connection is told as one', () => {
  expect(describeError(new ConnectionError('Could not reach http://localhost: Failed to fetch'))).toBe(
    'The dashboard cannot be reached. Check your connection and try again.',
  )
})

test('nobody signed in is told from a wrong password', () => {
  expect(isSignedOut(refusal(401, { statusCode: 401, message: 'Not signed in' }))).toBe(true)
  expect(isSignedOut(refusal(401, { statusCode: 401, message: 'Wrong email or password' }))).toBe(false)
})
