import { describe, expect, test } from 'vitest'
import { redactUrl } from './redact-url.ts'

describe('a URL', () => {
  test.each([
    ['/a?apiKey=x', '/a?apiKey=[redacted]'],
    ['/a?b=1&apiKey=x&c=2', '/a?b=1&apiKey=[redacted]&c=2'],
    ['/a?APIKEY=x#y', '/a?APIKEY=[redacted]#y'],
    ['/verify?token=x', '/verify?token=[redacted]'],
    ['/a?apiKey=x&apiKey=y', '/a?apiKey=[redacted]&apiKey=[redacted]'],
    ['/sign-in?email=a&password=x', '/sign-in?email=a&password=[redacted]'],
    ['/a?apiKeys=x', '/a?apiKeys=x'],
    ['/apiKey=x', '/apiKey=x'],
    ['/a?%61piKey=hush&b=1', '/a?%61piKey=[redacted]&b=1'],
    ['/a?%74o%6ben=hush', '/a?%74o%6ben=[redacted]'],
    ['/a%3FapiKey=hush', '/a%3FapiKey=[redacted]'],
    ['/a?b=1%26token%3Dhush', '/a?b=1%26token%3D[redacted]'],
    ['/a?%zz=1&token=hush', '/a?%zz=1&token=[redacted]'],
    ['/a#token=hush', '/a#token=[redacted]'],
  ])('the URL %s is logged as %s', (url, logged) => {
    expect(redactUrl(url)).toBe(logged)
  })
})
