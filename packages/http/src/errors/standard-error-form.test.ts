import { describe, expect, test } from 'vitest'
import { standardErrorForm } from './standard-error-form.ts'

describe('the standard error form', () => {
  test.each([
    [400, 'Bad Request'],
    [404, 'Not Found'],
    [413, 'Payload Too Large'],
    [429, 'Too Many Requests'],
    [500, 'Internal Server Error'],
  ])('names the reason phrase of %i', (statusCode, error) => {
    expect(standardErrorForm.error(statusCode, 'what happened')).toStrictEqual({
      statusCode,
      message: 'what happened',
      error,
    })
  })

  test('has a word for a status that HTTP does not know', () => {
    expect(standardErrorForm.error(499, 'gone')).toStrictEqual({
      statusCode: 499,
      message: 'gone',
      error: 'Error',
    })
  })

  test('gives each property one entry with all of its constraints, in the order in which they were found', () => {
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

  test('keeps properties apart whose names are those of built-in objects', () => {
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
