import type { Frame, Locator, Page } from 'playwright-core'
import type { Selector } from '../../automations/selector.ts'

type Role = Parameters<Page['getByRole']>[0]

/**
 * Converts the Recorder's notation to a Playwright locator. Each part of a chain is searched within the previous one;
 * Playwright's CSS, text and roles pierce open shadow roots, which is what a chain crosses.
 */
export function toLocator(scope: Frame, selector: Selector): Locator {
  const [first = '', ...inner] = [selector].flat()
  return inner.reduce<Locator>((within, part) => locate(within, part), locate(scope, first))
}

/** The same within elements that were found before. */
export function toLocatorWithin(elements: Locator, selector: Selector): Locator {
  return [selector].flat().reduce<Locator>((within, part) => locate(within, part), elements)
}

function locate(scope: Frame | Locator, selector: string): Locator {
  const [, prefix, rest = ''] = /^(aria|text|xpath|pierce)\/(.*)$/s.exec(selector) ?? []
  if (prefix === 'aria') return locateByAccessibleName(scope, rest)
  if (prefix === 'text') return scope.getByText(containing(rest))
  if (prefix === 'xpath') return scope.locator(`xpath=${rest}`)
  return scope.locator(`css=${prefix === 'pierce' ? rest : selector}`)
}

// The Recorder shortens a text to the shortest part that is unique on the page, case-sensitively.
function containing(text: string): RegExp {
  const words = text.trim().split(/\s+/)
  return new RegExp(words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('\\s+'))
}

const ATTRIBUTE = /\[\s*(name|role)\s*=\s*(["'])(.*?)\2\s*\]/g

// `aria/Log in`, `aria/Log in[role="button"]` or `aria/[name="Log in"][role="button"]`.
function locateByAccessibleName(scope: Frame | Locator, selector: string): Locator {
  const attributes = new Map([...selector.matchAll(ATTRIBUTE)].map(([, name, , value]) => [name, value]))
  const name = attributes.get('name') ?? selector.replaceAll(ATTRIBUTE, '').trim()
  const role = attributes.get('role')
  const options = name ? { name, exact: true } : {}
  // Chromium's name for the role `img`; a role Playwright does not know matches nothing.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  if (role) return scope.getByRole((role === 'image' ? 'img' : role) as Role, options)
  return NAMED_ROLES.map((each) => scope.getByRole(each, options)).reduce((either, other) => either.or(other))
}

// Playwright requires a role where the Recorder needs only a name, so every role that people refer to by name is
// tried. Cells and rows are left out: they take the name of the control inside them, which would make that name
// ambiguous.
const NAMED_ROLES: Role[] = [
  'button',
  'link',
  'textbox',
  'checkbox',
  'radio',
  'combobox',
  'searchbox',
  'spinbutton',
  'slider',
  'switch',
  'option',
  'tab',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'treeitem',
  'listbox',
  'heading',
  'img',
  'progressbar',
  'meter',
  'alert',
  'status',
  'dialog',
  'alertdialog',
  'navigation',
  'region',
  'form',
  'search',
  'list',
  'table',
  'group',
  'radiogroup',
  'tabpanel',
  'figure',
  'article',
]
