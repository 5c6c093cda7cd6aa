import { describe, expect, it } from 'vitest'
import { fingerprintSchema, toFingerprint, toPageTemplate } from './fingerprint.ts'

const FIELDS = Object.keys(fingerprintSchema.shape)

describe('a fingerprint', () => {
  it.each(['x', '漢', '\u0001', '"', '😀'])('stays below 4 KiB whatever a page contains: %j', (letter) => {
    const long = letter.repeat(5000)
    const source = Object.fromEntries(FIELDS.map((field) => [field, long]))
    const lists = {
      testIds: [long, long],
      classes: Array(50).fill(long),
      before: Array(50).fill(long),
      after: [long],
    }
    const fingerprint = toFingerprint({ ...source, ...lists })
    expect(Buffer.byteLength(JSON.stringify(fingerprint))).toBeLessThan(4096)
    expect(fingerprint.name).not.toBe('')
  })

  it('contains nothing that jsonb refuses', () => {
    const { name, before } = toFingerprint({ name: 'a\0b\uD800c', before: ['\0', '\uDC00'] })
    expect(name).toBe('ab\uFFFDc')
    expect(before).toEqual(['', '\uFFFD'])
  })

  it('never contains half a character', () => {
    expect(toFingerprint({ name: `${'x'.repeat(119)}😀` }).name.isWellFormed()).toBe(true)
  })

  it.each([
    [null],
    [undefined],
    ['text'],
    [42],
    [[]],
    [{ name: {}, before: 'text', box: [], ordinal: null }],
  ])('can be made from any response of a page: %j', (answer) => {
    const fingerprint = toFingerprint(answer)
    expect(fingerprintSchema.parse(fingerprint)).toEqual(fingerprint)
    expect(fingerprint).toMatchObject({ name: '', before: [], ordinal: { index: 0, count: 1 } })
  })

  it('is unchanged by the database', () => {
    const fingerprint = toFingerprint({ name: 'Save', box: { x: 1.4, y: 2.6, width: 3, height: 4 } })
    expect(toFingerprint(JSON.parse(JSON.stringify(fingerprint)))).toEqual(fingerprint)
  })
})

describe('a page template', () => {
  it.each([
    ['https://shop.example/orders/42/edit?tab=1#top', '/orders/:id/edit'],
    ['https://shop.example/u/0b8f6f0e-7a53-4c1c-9a55-2f9a1a3b7c11', '/u/:id'],
    ['https://shop.example/about/team', '/about/team'],
    ['not a url', ''],
  ])('of %s is %s', (url, template) => {
    expect(toPageTemplate(url)).toBe(template)
  })
})
