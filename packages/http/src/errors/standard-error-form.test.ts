import { describe, expect, test } from 'vitest'
import { standardErrorForm } from './standard-error-form.ts'

describe('the standard error form', () => {
  test.each([
    [400, 'Bad Request'],
    [404, 'Not Found'],
    [413, 'Payload Too Large'],
    [429, 'Too Many Requests'],
    [500, 'Internal Server Error'],
  ])('the standard error form names the reason phrase of %i', (statusCode, error) => {
    expect(standardErrorForm.error(statusCode, 'what happened')).toStrictEqual({
      statusCode,
      message: 'what happened',
      error,
    })
  })

  test('the standard error form has a name for a status that HTTP does not define', () => {
    expect(standardErrorForm.error(499, 'gone')).toStrictEqual({
      statusCode: 499,
      message: 'gone',
      error: 'Error',
    })
  })

  test('the standard error form lists each property once with all its constraints, in order', () => {
    const issues = [
      { property: 'url', rule: 'isUrl', message: 'url must be a URL address', receivedValue: 'x' },
      {
        property: 'name',
        rule: 'isDefined',
        message: 'name should not be null or undefined',
        receivedValue: null,
      },
      { property: 'url', rule: 'minLength', message: 'url must be longer', receivedValue: 'x' },
    ]
    expect(standardErrorForm.validation(issues)).toStrictEqual([
      {
        property: 'url',
        constraints: { isUrl: 'url must be a URL address', minLength: 'url must be longer' },
        receivedValue: 'x',
      },
      {
        property: 'name',
        constraints: { isDefined: 'name should not be null or undefined' },
        receivedValue: null,
      },
    ])
  })

  test('the standard error form accepts properties named like those of built-in objects', () => {
    const properties = ['__proto__', 'constructor', '']
    const issues = properties.map((property) => ({
      property,
      rule: 'isString',
      message: 'no',
      receivedValue: null,
    }))
    expect(standardErrorForm.validation(issues)).toStrictEqual(
      properties.map((property) => ({ property, constraints: { isString: 'no' }, receivedValue: null })),
    )
  })
})
