import { expect, test } from 'vitest'
import { htmlToText } from './html-to-text.ts'

test.each([
  ['<div>Hello</div><div><br></div><div>Ada &amp; Bob</div>', 'Hello\n\nAda & Bob'],
  ['<div>one<br>two</div>', 'one\ntwo'],
  ['<div>\u{a0} indented</div>', '  indented'],
  ['<ul><li>tea</li><li>milk</li></ul><div>Yes</div>', '- tea\n- milk\nYes'],
  ['<ol><li>tea</li><li>milk</li></ol>', '1. tea\n2. milk'],
  [
    '<div>See <a href="https://x.example/">this <b>page</b></a>.</div>',
    'See this page <https://x.example/>.',
  ],
  ['<div><a href="https://x.example/">https://x.example/</a></div>', 'https://x.example/'],
  [
    '<div>Yes.</div><blockquote><div>Tea?</div><div><br></div><blockquote><div>Milk?</div></blockquote></blockquote>',
    'Yes.\n> Tea?\n>\n>> Milk?',
  ],
  ['<div><b>bold</b> and <i>not</i></div>', 'bold and not'],
  ['', ''],
])('the text of %s is as it is read', (html, text) => {
  expect(htmlToText(html)).toBe(text)
})
