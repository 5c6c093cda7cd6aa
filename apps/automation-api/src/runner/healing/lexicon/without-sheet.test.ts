import { expect, it } from 'vitest'
import { toFingerprint } from '../fingerprint.ts'
import { withoutSheet } from './without-sheet.ts'

const beside = (...names: string[]) => names.map((name, at) => ({ glyph: `name:${name}`, at: at + 1 }))
const bold = { fingerprint: toFingerprint({ glyph: 'name:editor-bold path:abcd' }) }

it('leaves out of the name of an icon what all icons beside it have before theirs', () => {
  const lookalikes = beside('editor-italic', 'editor-link', 'editor-undo')
  expect(withoutSheet({ ...bold, lookalikes }).glyph).toBe('name:bold path:abcd')
})

it('leaves the name as it is where others have something else before theirs, or few say so', () => {
  for (const lookalikes of [
    beside('editor-italic', 'editor-link', 'undo', 'editor-redo'),
    beside('editor-italic', 'editor-link'),
    undefined,
  ])
    expect(withoutSheet({ ...bold, ...(lookalikes && { lookalikes }) }).glyph).toBe(bold.fingerprint.glyph)
})
