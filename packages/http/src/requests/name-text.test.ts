import { expect, test } from 'vitest'
import { inputIssues } from '../errors/input-issues.ts'
import { nameText } from './name-text.ts'

test.each(['', ' ', '\t \n', '\u00a0'])(
  'a name without visible characters (%j) is refused as empty',
  (text) => {
    const { error } = nameText(10).safeParse(text)
    expect(inputIssues(error!.issues, text)).toMatchObject([{ rule: 'isNotEmpty' }])
  },
)

test('a name keeps the blanks around it', () => {
  expect(nameText(10).parse(' a ')).toBe(' a ')
})
