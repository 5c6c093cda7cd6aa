import type { Marked, Template } from '../template.ts'
import { both, gone, kept } from '../marks.ts'

const menu = (names: string[]) => both(names, (name) => `.navbar a.nav-link >> ${name}`)

const home: Record<string, Marked> = {
  brand: kept('.navbar-brand'),
  home: ['.navbar a.nav-link >> Home (current)', '.navbar a.nav-link >> Home'],
}

const menuIsGone = (names: string[]) =>
  gone(Object.fromEntries(names.map((name) => [name, `.navbar a.nav-link >> ${name}`])))

const index = (marked: Record<string, Marked>): Pick<Template, 'pages' | 'marked'> => ({
  pages: [['index.html', 'dist/index.html']],
  marked: { 'index.html': marked },
})

/** Pages of a few links each. */
export const smallPages: Template[] = [
  {
    name: 'startbootstrap-full-width-pics',
    versions: ['4.1.2', '5.0.6'],
    isHeldOut: false,
    ...index({ ...home, ...menu(['About', 'Contact']), ...menuIsGone(['Services']) }),
  },
  {
    name: 'startbootstrap-the-big-picture',
    versions: ['4.2.1', '5.0.6'],
    isHeldOut: false,
    ...index({ ...home, ...menu(['About', 'Services', 'Contact']) }),
  },
  {
    name: 'startbootstrap-bare',
    versions: ['4.2.1', '5.0.9'],
    isHeldOut: false,
    ...index({ ...home, ...menuIsGone(['About', 'Services', 'Contact']) }),
  },
  {
    name: 'spectre.css',
    versions: ['0.4.0', '0.5.9'],
    isHeldOut: false,
    pages: [['docs/index.html', 'docs/index.html']],
    marked: {
      'docs/index.html': {
        ...both(['Docs', 'GitHub', 'Install Spectre.css', 'Follow', 'Donate'], (name) => `a.btn >> ${name}`),
        account: kept('a >> @spectrecss'),
        'footer github': kept('a:not(.btn)[href$=spectre] >> GitHub'),
        ...both(['Twitter', 'PayPal Donate', 'Yan Zhu', 'MIT License'], (name) => `a:not(.btn) >> ${name}`),
        ...gone({ explore: 'a.btn >> Explore', documents: 'a >> Documents' }),
      },
    },
  },
]
