import { expect, it } from 'vitest'
import { compareIcons, type Iconic, showsWhatIsSaid } from './compare-icons.ts'

const icon = (glyph: string, classes: string[] = [], within = ''): Iconic => ({
  name: '',
  text: '',
  glyph,
  classes,
  icon: within,
})

it('knows an icon by its name in whatever sheet it is', () => {
  expect(compareIcons(icon('name:a-ic-undo'), icon('name:undo'))).toBe('same')
  expect(compareIcons(icon('name:ic-gear'), icon('name:settings'))).toBe('same')
  expect(compareIcons(icon('name:ic-undo'), icon('name:ic-redo'))).toBe('different')
  expect(showsWhatIsSaid(icon('name:b_icon_trash'), 'Delete')).toBe(true)
})

it('takes the class that all icons of a set have for no name of an icon', () => {
  const drawn = icon('name:el path:abcd', ['el-icon', 'close'])
  expect(compareIcons(icon('name:close font:a.e6db'), drawn)).toBeUndefined()
  expect(compareIcons(drawn, icon('name:el path:abcd', [], 'el-icon is-left'))).toBe('same')
  expect(compareIcons(icon('name:close'), icon('name:search', [], 'search-icon'))).toBe('different')
})

it('shows what a name says that only asks for it, and where an arrow leads', () => {
  expect(showsWhatIsSaid(icon('name:hr'), 'Insert horizontal line')).toBe(true)
  expect(showsWhatIsSaid(icon('name:arrow-left'), 'Go to previous page')).toBe(true)
  expect(showsWhatIsSaid(icon('name:chevron_right'), 'Next month')).toBe(true)
  expect(showsWhatIsSaid(icon('name:chevron_right'), 'Next 5 pages')).toBe(false)
  expect(showsWhatIsSaid(icon('name:arrow-left'), 'Next page')).toBe(false)
  expect(showsWhatIsSaid(icon('name:arrow-left'), 'Previous or next')).toBe(false)
})
