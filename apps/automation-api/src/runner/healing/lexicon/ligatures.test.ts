import { expect, it } from 'vitest'
import { compareIcons } from './compare-icons.ts'
import { isRead, readLigature, withoutLigatures } from './ligatures.ts'

const shown = (fields: {
  name?: string
  text?: string
  glyph?: string
  classes?: string[]
  icon?: string
}) => ({
  name: '',
  text: '',
  glyph: '',
  icon: '',
  classes: [],
  ...fields,
})

const FONT = 'v-icon material-icons'

it('reads no icon of a font as a text', () => {
  expect(withoutLigatures('Customs keyboard_arrow_down')).toBe('Customs')
  expect(withoutLigatures('check_box_outline_blank Paid in full')).toBe('Paid in full')
  expect(withoutLigatures('cancel', shown({ text: 'cancel', classes: ['material-icons'] }))).toBe('')
  expect(withoutLigatures('chevron_left', shown({ name: 'chevron_left', icon: FONT }))).toBe('')
  expect(['chevron_left', 'Seeds'].filter(isRead)).toEqual(['Seeds'])
})

it('reads a text that names no icon, or stands where no font shows icons, as it is', () => {
  for (const text of ['user_accounts', 'created_at desc', 'Cancel', 'cancel', 'Close menu'])
    expect(withoutLigatures(text, shown({ text }))).toBe(text)
  expect(withoutLigatures('Close', shown({ text: 'Close', icon: FONT }))).toBe('Close')
})

it('knows an icon by its text in the font, by its class, and by what is written of it', () => {
  const drawn = shown({ glyph: 'name:close path:abcd' })
  for (const of of [
    shown({ text: 'cancel', glyph: 'name:-link', classes: ['material-icons'] }),
    shown({ icon: 'mdi-close mdi v-icon' }),
    shown({ name: 'icon: close' }),
    shown({ glyph: 'name:close-circle' }),
  ])
    expect(compareIcons(of, drawn)).toBe('same')
  expect(readLigature(shown({ name: 'icon: arrow-left' }))).toBe('arrow-left')
})
