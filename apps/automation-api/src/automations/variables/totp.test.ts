import { Secret, TOTP } from 'otpauth'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createCode, isTotp } from './totp.ts'

// The key of the test vectors in RFC 6238, appendix B: the ASCII digits 1 to 0, twice.
const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

afterEach(() => void vi.useRealTimers())

describe('the code of an authenticator', () => {
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_234_567_890, '89005924'],
    [20_000_000_000, '65353130'],
  ])('is that of RFC 6238 at second %d', (second, code) => {
    vi.useFakeTimers({ now: second * 1000 })
    expect(createCode(`otpauth://totp/Shop:ada?secret=${key}&digits=8&period=30`, 'it')).toBe(code)
  })

  test('has six digits where only the key is known, written in groups or small', () => {
    vi.useFakeTimers({ now: 59_000 })
    for (const written of [key, key.toLowerCase(), key.replaceAll(/(.{4})/g, '$1 ')])
      expect(createCode(written, 'it')).toBe('287082')
  })

  test('follows the algorithm and the period of the URI', () => {
    const totp = new TOTP({ secret: Secret.fromBase32(key), algorithm: 'SHA256', period: 60, digits: 7 })
    expect(createCode(totp.toString(), 'it')).toBe(totp.generate())
  })

  test.each([
    '',
    'not base32!',
    'https://shop.example/',
    'otpauth://hotp/Shop?secret=GEZDGNBV&counter=1',
    'otpauth://totp/',
  ])('cannot be made of "%s"', (text) => {
    expect(isTotp(text)).toBe(false)
    expect(() => createCode(text, 'the variable "code"')).toThrow(
      'the variable "code" is not an otpauth:// URI or a key in base32',
    )
  })
})
