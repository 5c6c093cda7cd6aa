import { errors } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeFailure } from '../describe-failure.ts'
import { maskSecrets } from './mask-secrets.ts'

it.each([
  ['the password is hunter2', ['hunter2'], 'the password is ***'],
  ['hunter22 and hunter2', ['hunter2', 'hunter22'], '*** and ***'],
  ['nothing here', ['', 'x'], 'nothing here'],
  ['a.c and abc', ['a.c'], '*** and abc'],
  ['2 * 3', ['*'], '2 *** 3'],
  ['https://a.test/?q=p%C3%A4ss%20w%26rd', ['päss w&rd'], 'https://a.test/?q=***'],
  ['https://a.test/?q=p%C3%A4ss+w%26rd', ['päss w&rd'], 'https://a.test/?q=***'],
  ['https://a.test/p%C3%A4ss%20w&rd', ['päss w&rd'], 'https://a.test/***'],
  ['{"a":"x\\"y\\n"}', ['x"y\n'], '{"a":"***"}'],
  ['while parsing css selector "#x\\"y"', ['x"y'], 'while parsing css selector "#***"'],
  ['<b title="x&quot;y"> intercepts', ['x"y'], '<b title="***"> intercepts'],
])('a secret is masked in every encoding: %s', (text, secrets, expected) => {
  expect(maskSecrets(text, secrets)).toBe(expected)
})

it('the text of a failure shows no secret, and no part of one where it is cut', () => {
  const secret = 'correct horse battery staple'
  const failed = new Error(
    `page.goto: net::ERR_CONNECTION_REFUSED at http://a.test/?q=${encodeURIComponent(secret)}`,
  )
  expect(describeFailure(failed, 100, [secret])).toBe(
    'could not open http://a.test/?q=***: connection refused',
  )
  for (let length = 470; length <= 500; length++) {
    expect(describeFailure(new Error('x'.repeat(length) + secret), 100, [secret])).not.toContain('c')
  }
})

it('the text of a time-out shows no secret', () => {
  const timeout = new errors.TimeoutError('Timeout\n  - <b title="hunter2">…</b> intercepts pointer events\n')
  expect(describeFailure(timeout, 100, ['hunter2'])).toBe(
    'not done within 100 ms: <b title="***">…</b> intercepts pointer events',
  )
})
