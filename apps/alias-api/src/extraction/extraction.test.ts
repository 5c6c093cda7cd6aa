import { describe, expect, test } from 'vitest'
import { testMails } from './corpus/test-mails.ts'
import { furtherWordings } from './corpus/test-further-wordings.ts'
import { wordings } from './corpus/test-wordings.ts'
import { findCodes } from './find-codes.ts'
import { findLinks } from './find-links.ts'
import { readVisible } from './read-visible.ts'

const known = [...wordings, ...furtherWordings].map(({ text = '', html = '', code, link, ...mail }) => ({
  ...mail,
  name: mail.subject,
  text,
  html,
  code,
  link,
}))
const read = [...testMails, ...known].map((mail) => {
  const { lines, links } = readVisible(mail)
  const codes = findCodes([mail.subject, ...lines])
  const code = codes.find(({ isCertain }) => isCertain)?.value
  const link = findLinks(links).find(({ isConfirmation }) => isConfirmation)?.url
  return { ...mail, found: { code, link }, codes }
})

test('every one of 259 emails gives its code and the link that it asks to follow, or neither', () => {
  const missed = read.filter(({ code, link, found }) => found.code !== code || found.link !== link)
  expect(missed.map(({ name, found }) => ({ name, found }))).toEqual([])
  expect(read).toHaveLength(259)
})

describe('codes and links', () => {
  test('two codes that might be meant are not certain', () => {
    const lines = ['Your verification code is 111222', 'Your verification code is 333444']
    expect(findCodes(lines)).toEqual([
      { value: '111222', isCertain: false },
      { value: '333444', isCertain: false },
    ])
  })

  test('what a link says may be the text of its picture, and a link that occurs twice is one', () => {
    const html =
      '<a href="https://a.example/x"><img alt="Confirm your email" src="y"></a><a href="https://a.example/x">here</a>'
    const { links } = readVisible({ text: '', html })
    expect(findLinks(links)).toMatchObject([{ url: 'https://a.example/x', isConfirmation: true }])
  })

  test('two links that might be meant are not for confirmation', () => {
    const html =
      '<p><a href="https://a.example/x">Confirm</a></p><p><a href="https://b.example/y">Verify</a></p>'
    const { links } = readVisible({ text: '', html })
    expect(findLinks(links).map(({ isConfirmation }) => isConfirmation)).toEqual([false, false])
  })

  test.each([
    ['tags that never end', '<a href="https://a.example/'],
    ['comments that never end', '<!-- '],
    ['styles that never end', '<style>'],
    ['links in links', '<a href="https://a.example/x">code 1234 '],
    ['digits', '1234 1234 12345678 code 4829 '],
    ['one line of letters', 'ordernumbercode'],
    ['references', '&#x26;#x26;'],
    ['urls', 'https://a.example/verify?code=1 '],
  ])('an email of nothing but %s is read within a second or two', (_what, piece) => {
    const whole = piece.repeat(Math.ceil(1_000_000 / piece.length))
    const before = process.cpuUsage().user
    const { lines, links } = readVisible({ text: whole, html: whole })
    findCodes(['code', ...lines])
    findLinks(links)
    expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(2)
  })
})
