import { describe, expect, test } from 'vitest'
import { createHider, showsAny } from './hide-addresses.ts'

const mailbox = 'ada.l+x@mailbox.example'
const hide = createHider([{ address: mailbox, by: 'alias@waypost.test' }])

describe('an address is hidden', () => {
  test.each([
    mailbox,
    'ADA.L+X@Mailbox.Example',
    'ada.l%2Bx%40mailbox.example',
    'ada%2el%252bx%2540mailbox.example',
    'ada.l&#43;x&#64;mailbox&#46;example',
    'ada.l&#x2B;x&#x40;mailbox.example',
    'ada&period;l&plus;x&commat;mailbox&period;example',
    'ada.l+x@<wbr>mailbox.example',
    'ada.l+x</b>@<b class="x">mailbox.example',
    'a\u200bda.l+\u00adx@mailbox.example',
    'ada.l+x=mailbox.example',
    'ada.l+x@mailb\r\n ox.example',
  ])('in the form %j', (form) => {
    expect(hide(`<a href="mailto:${form}">`)).toBe('<a href="mailto:alias@waypost.test">')
    expect(showsAny(`to ${form}, from Bob`, [mailbox])).toBe(form !== 'ada.l+x=mailbox.example')
  })

  test('after an escape', () => {
    expect(hide(`mailto%3A${mailbox}`)).toBe('mailto%3Aalias@waypost.test')
    expect(hide(String.raw`DESCRIPTION:a\n${mailbox}`)).toBe(String.raw`DESCRIPTION:a\nalias@waypost.test`)
  })

  test('with its domain in the letters of its language', () => {
    const hideInternational = createHider([{ address: 'ada@xn--bcher-kva.example', by: 'x@waypost.test' }])
    expect(hideInternational('ada@b\u00fccher.example')).toBe('x@waypost.test')
  })
})

test.each(['canada.l+x@mailbox.example', 'ada.m+x@mailbox.example', 'ada.l+x@other.example'])(
  'the address %s of somebody else stays',
  (other) => {
    expect(hide(other)).toBe(other)
  },
)

test('hiding addresses in two megabytes of what may begin one takes less than a few seconds', () => {
  const text = `ada.l+x@${'<wbr>'.repeat(60)}&shy;`.repeat(7000)
  const before = process.cpuUsage().user
  expect(hide(text)).toBe(text)
  expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(5)
})
