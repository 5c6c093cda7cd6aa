import { describe, expect, it } from 'vitest'
import type { Fingerprint } from '../fingerprint.ts'
import { hashName, readName } from '../in-page/read-name.ts'
import { chooseLookalikes } from '../lookalikes.ts'
import { element, field, heal, link } from './test-elements.ts'

/** As after a redesign: other tags around it, other classes, another place. */
const redesigned = { classes: ['btn'], box: box(900, 40) }
function box(x: number, y: number) {
  return { x, y, width: 90, height: 30 }
}

const choice = (fields: Partial<Fingerprint>) =>
  element({ tag: 'input', role: 'radio', type: 'radio', text: '', ...fields })

const HELP = element({ name: 'Imprint', before: ['Terms'] })

/** The buttons of as many rows. */
const rows = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    element({
      name,
      before: [`Chair ${index}`],
      after: [`Chair ${index + 1}`],
      ...redesigned,
      ordinal: { index, count },
    }),
  )

describe('an element of a redesigned page', () => {
  it('is the one whose name says the same in other words, where no other name does', () => {
    const target = element({ name: 'Log in', classes: ['a'], before: ['Shop'] })
    const renamed = element({ name: 'Sign in', ...redesigned })
    expect(heal(target, [HELP, renamed])).toMatchObject({ outcome: 'tentative', best: renamed })
    expect(heal(target, [HELP, renamed, link({ name: 'Login' })])).toMatchObject({ outcome: 'failed' })
  })

  it('is never one that was there under that name before', () => {
    const others = [hashName(readName('Sign in').exact)]
    const target = { ...element({ name: 'Log in' }), others }
    const other = element({ name: 'Sign in', ...redesigned })
    expect(heal(target, [HELP, other])).toMatchObject({ outcome: 'failed' })
  })

  it('is the only field for an e-mail address, where each page has one', () => {
    const kind = { fieldKind: 'email', fieldKindCount: 1 }
    const target = field({ name: 'Your e-mail', ...kind })
    const now = field({ name: 'E-mail to write to', ...kind, ...redesigned })
    expect(heal(target, [HELP, now])).toMatchObject({ outcome: 'tentative', best: now })
    const several = field({ name: 'E-mail to write to', ...kind, ...redesigned, fieldKindCount: 2 })
    expect(heal(target, [HELP, several])).toMatchObject({ outcome: 'failed' })
  })

  it('is the field with its label, also where only one page joins the two', () => {
    const target = field({ before: ['Phone number:', 'Full name:'], after: ['Message:'] })
    const now = field({ name: 'Phone number', label: 'Phone number', ...redesigned })
    const other = field({ name: 'Full name', label: 'Full name', ...redesigned })
    expect(heal(target, [HELP, other, now])).toMatchObject({ outcome: 'tentative', best: now })
    expect(heal(now, [HELP, other, target])).toMatchObject({ outcome: 'tentative', best: target })
  })

  it('is the field with a label of it that another one is added to, or with its hint', () => {
    const target = field({
      name: 'Country Postal code',
      label: 'Country Postal code',
      placeholder: 'Country',
      before: ['Country', 'City'],
    })
    const now = field({ before: ['Country', 'Town'], ...redesigned })
    const other = field({ before: ['Town', 'Street'], ...redesigned })
    expect(heal(target, [HELP, other, now])).toMatchObject({ outcome: 'tentative', best: now })
    const about = field({ name: 'A few words', placeholder: 'A few words', before: ['About me', 'Country'] })
    const plain = field({ before: ['About me', 'Country'], ...redesigned })
    expect(heal(about, [HELP, other, plain])).toMatchObject({ best: plain })
    const hinted = field({
      name: 'Your age',
      placeholder: 'Your age',
      before: ['About me', 'Town'],
      ...redesigned,
    })
    expect(heal(about, [HELP, other, hinted])).toMatchObject({ outcome: 'failed' })
  })

  it('is the box with its own label, where all of one question were called as the question', () => {
    const page = ['Sand', 'Clay'].map((label) =>
      choice({ name: label, label, after: [label], ...redesigned }),
    )
    const asked = ['Sand', 'Clay'].map((label, index) =>
      choice({ name: 'Which soil?', label: 'Which soil?', after: [label], ordinal: { index, count: 2 } }),
    )
    const learned = {
      ...asked[1]!,
      lookalikes: chooseLookalikes(asked[1]!, { before: [asked[0]!], after: [] }),
    }
    expect(heal(learned, [HELP, ...page])).toMatchObject({ outcome: 'tentative', best: page[1] })
    expect(heal(learned, [HELP, page[0]!])).toMatchObject({ outcome: 'failed' })
    const again = choice({ name: 'Which soil?', label: 'Which soil?', after: ['Clay'] })
    const unclear = { ...learned, lookalikes: chooseLookalikes(learned, { before: [again], after: [] }) }
    expect(heal(unclear, [HELP, ...page])).toMatchObject({ outcome: 'failed' })
  })

  it('is no field with the label of the field before it', () => {
    const target = field({ name: 'E-mail', label: 'E-mail' })
    const next = field({ name: 'Age', label: 'Age', before: ['E-mail'], ...redesigned })
    expect(heal(target, [HELP, next])).toMatchObject({ outcome: 'failed' })
  })

  it('is the only checkbox of both pages, where its label is about alike', () => {
    const kind = {
      type: 'checkbox',
      role: 'checkbox',
      fieldKind: 'checkbox',
      fieldKindCount: 1,
      landmark: 'form',
    }
    const target = element({ tag: 'input', name: 'I agree with the privacy policy', ...kind })
    const now = element({ tag: 'input', name: 'I agree to the terms', ...kind, ...redesigned })
    expect(heal(target, [HELP, now])).toMatchObject({ outcome: 'tentative', best: now })
    const news = element({ tag: 'input', name: 'Send me news', ...kind, ...redesigned })
    expect(heal(target, [HELP, news])).toMatchObject({ outcome: 'failed' })
    const several = { ...now, fingerprint: { ...now.fingerprint, fieldKindCount: 2 } }
    expect(heal(target, [HELP, several])).toMatchObject({ outcome: 'failed' })
  })

  it('is no field with its label that is for something else, and none of two with it', () => {
    const target = field({ before: ['Reach us'], fieldKind: 'email', type: 'email' })
    const phone = field({ name: 'Reach us', fieldKind: 'tel', type: 'tel', ...redesigned })
    expect(heal(target, [HELP, phone])).toMatchObject({ outcome: 'failed' })
    const twins = [1, 2].map(() => field({ name: 'Reach us', ...redesigned }))
    expect(heal(target, [HELP, ...twins])).toMatchObject({ outcome: 'failed' })
  })

  it('is no other search: a list has a filter, too', () => {
    const kind = { fieldKind: 'search', fieldKindCount: 1 }
    const target = field({ name: 'Search the shop', ...kind })
    const filter = field({ name: 'Filter extensions', ...kind, ...redesigned })
    expect(heal(target, [HELP, filter])).toMatchObject({ outcome: 'failed' })
  })

  it('without a name is the one with its icon, in whichever set of icons', () => {
    const target = element({ glyph: 'name:trash-can path:aaaa' })
    const now = element({ glyph: 'name:delete path:bbbb', ...redesigned })
    const other = element({ glyph: 'name:pencil path:cccc', ...redesigned })
    const decision = heal(target, [HELP, other, now])
    // A bin deletes, so it needs more than its icon.
    expect(decision.outcome).toBe('failed')
    const pencil = element({ glyph: 'name:edit' })
    expect(heal(pencil, [HELP, now, other])).toMatchObject({ outcome: 'tentative', best: other })
  })

  it('without a name is never one with another icon or to another site', () => {
    const around = { before: ['Follow us'], after: ['Imprint'] }
    const facebook = link({ glyph: 'name:facebook-f', href: '/acme', site: 'facebook.com', ...around })
    const twitter = link({ glyph: 'name:twitter', href: '/acme', site: 'twitter.com', ...around })
    expect(heal(facebook, [HELP, twitter])).toMatchObject({ outcome: 'failed' })
    const unlike = link({ href: '/acme', site: 'twitter.com', ...around })
    expect(heal(facebook, [HELP, unlike])).toMatchObject({ outcome: 'failed' })
    const drawn = link({ glyph: 'path:aaaa', ...around })
    expect(heal(drawn, [HELP, link({ glyph: 'path:bbbb', ...around })])).toMatchObject({ outcome: 'failed' })
  })

  it('without a role is never a text of another tag, which may be a label with the same words', () => {
    const known = hashName('~ ')
    const plain = { name: '', role: '', type: '', text: 'Inject' }
    const beside = { before: ['Input', 'Subflows'], after: ['Catch', 'Status'], classes: ['label'] }
    const text = { ...element({ ...plain, ...beside, tag: 'div', box: box(8, 5800) }), others: [known] }
    const left = (tag: string) =>
      element({ ...plain, tag, before: ['Flow'], after: ['Switch'], ...redesigned })
    const best = left('div')
    expect(heal(text, [HELP, best])).toMatchObject({ best })
    expect(heal(text, [HELP, left('text')]).outcome).toBe('failed')
  })

  it('is the one in the same row, where several have its name', () => {
    const around = { before: ['Tables', 'Chairs'] }
    const target = element(
      { name: 'Edit', ...around, ordinal: { index: 1, count: 3 } },
      { row: 'ROW2', others: ['ROW1', 'ROW3'] },
    )
    const rowsNow = ['ROW1', 'ROW2', 'ROW3'].map((row, index) =>
      element({ name: 'Edit', ...around, ...redesigned, ordinal: { index, count: 3 } }, { row }),
    )
    expect(heal(target, [HELP, ...rowsNow])).toMatchObject({ outcome: 'tentative', best: rowsNow[1] })
    expect(heal(target, [HELP, rowsNow[0]!, rowsNow[2]!])).toMatchObject({ outcome: 'failed' })
    const grown = element(
      { name: 'Edit', before: ['Lamps', 'Chairs'], ...redesigned, ordinal: { index: 0, count: 2 } },
      { row: 'ROW2' },
    )
    expect(heal(target, [HELP, grown, rowsNow[2]!])).toMatchObject({ outcome: 'failed' })
  })

  it('is the one in the same row, where the buttons of as many rows are called otherwise', () => {
    const target = rows('', 3)[1]!
    const now = rows('Toggle lock', 3)
    expect(heal(target, [HELP, ...now])).toMatchObject({ outcome: 'tentative', best: now[1] })
    expect(heal(target, [HELP, ...now, ...rows('More', 3)])).toMatchObject({ outcome: 'failed' })
    expect(heal(target, [HELP, now[0]!, now[2]!])).toMatchObject({ outcome: 'failed' })
    const wasThere = { ...target, others: [hashName('toggle lock')] }
    expect(heal(wasThere, [HELP, ...now])).toMatchObject({ outcome: 'failed' })
  })

  it('has the same name when only a count, a version or a badge of it has changed', () => {
    for (const [before, now] of [
      ['Inbox 13', 'Inbox 5'],
      ['Docs v2.1', 'Docs v3.0.0-beta.2'],
      ['Notifications', 'Notifications (99+)'],
    ] as const) {
      const around = { before: ['Mail'] }
      const best = link({ name: now, ...around, ...redesigned })
      expect(heal(link({ name: before, ...around }), [HELP, best])).toMatchObject({ best })
    }
  })

  it('has another name when the number is what tells it from others', () => {
    const others = [hashName(readName('Page 3').exact), hashName('# page')]
    const target = { ...link({ name: 'Page 2' }), others }
    expect(heal(target, [HELP, link({ name: 'Page 9', ...redesigned })])).toMatchObject({ outcome: 'failed' })
  })

  it('is a link where it was a button, when nothing else has its name', () => {
    const best = link({ name: 'Documentation', before: ['Shop'], ...redesigned })
    const target = element({ name: 'Documentation', before: ['Shop'] })
    expect(heal(target, [HELP, best])).toMatchObject({ best })
    const elsewhere = link({ name: 'Documentation', before: ['Licence'], ...redesigned })
    expect(heal(target, [HELP, elsewhere])).toMatchObject({ outcome: 'failed' })
  })
})
