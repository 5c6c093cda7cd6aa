import type { DomElement } from '../dom.ts'
import type { ReadText } from './read-text.ts'

export type FindRole = (element: DomElement) => string

/** The ARIA role, explicit or implied by the tag; empty where an element has none. */
export function findRole(element: DomElement): string {
  const given = element.getAttribute('role')?.trim().split(/\s+/)[0]?.toLowerCase()
  if (given) return given
  const tag = element.localName
  if (tag === 'a' || tag === 'area') return element.hasAttribute('href') ? 'link' : ''
  if (/^h[1-6]$/.test(tag)) return 'heading'
  if (tag === 'select') {
    return element.hasAttribute('multiple') || Number(element.getAttribute('size')) > 1
      ? 'listbox'
      : 'combobox'
  }
  if (tag === 'input') {
    const type = element.type ?? 'text'
    if (/^(button|submit|reset|image)$/.test(type)) return 'button'
    if (/^(checkbox|radio)$/.test(type)) return type
    if (type === 'range') return 'slider'
    if (type === 'number') return 'spinbutton'
    if (/^(hidden|file|password|color|date|datetime-local|month|time|week)$/.test(type)) return ''
    if (element.hasAttribute('list')) return 'combobox'
    return type === 'search' ? 'searchbox' : 'textbox'
  }
  const implied: Record<string, string> = {
    button: 'button',
    summary: 'button',
    textarea: 'textbox',
    option: 'option',
    img: 'img',
    nav: 'navigation',
    main: 'main',
    form: 'form',
    table: 'table',
    tr: 'row',
    td: 'cell',
    th: 'columnheader',
    ul: 'list',
    ol: 'list',
    li: 'listitem',
    dialog: 'dialog',
    article: 'article',
    fieldset: 'group',
    p: 'paragraph',
  }
  return implied[tag] ?? ''
}

export type FindNames = (
  element: DomElement,
  role: string,
  readText: ReadText,
) => { name: string; label: string; alt: string }

/** The accessible name, close to the standard, and the label it may come from. */
export function findNames(
  element: DomElement,
  role: string,
  read: ReadText,
): { name: string; label: string; alt: string } {
  const attribute = (name: string) => (element.getAttribute(name) ?? '').replaceAll(/\s+/g, ' ').trim()
  const tag = element.localName
  const ids = attribute('aria-labelledby').split(' ').filter(Boolean)
  const root = element.getRootNode()
  const referred = ids
    .map((id) => root.getElementById?.(id))
    .map((found) => (found ? read(found, 120) : ''))
    .join(' ')
    .trim()
  // A label around a list has its options in its text, which are no part of its name.
  const options = tag === 'select' ? read(element, 2000) : ''
  const readLabel = (each: DomElement) =>
    options === '' ? read(each, 100) : read(each, 2000).replace(options, ' ').trim().slice(0, 100)
  const labels = element.labels ? [...element.labels].map(readLabel).join(' ') : ''
  const label = referred || attribute('aria-label') || labels.trim()
  const alt = attribute('alt') || (element.querySelector('img[alt]')?.getAttribute('alt') ?? '').trim()
  const isButtonInput = tag === 'input' && role === 'button'
  const fromContent =
    /^(button|link|tab|menuitem|menuitemcheckbox|menuitemradio|option|heading|cell|columnheader|checkbox|radio|switch|treeitem|tooltip)$/
  let name = label
  if (!name && isButtonInput) name = element.value || attribute('value')
  if (!name && (tag === 'img' || tag === 'area' || isButtonInput)) name = attribute('alt')
  if (!name && tag !== 'input' && tag !== 'select' && fromContent.test(role)) {
    name = read(element, 120) || alt || within('[aria-label]', 'aria-label') || within('[title]', 'title')
    if (!name) name = element.querySelector('svg > title')?.textContent?.trim() ?? ''
  }
  name ||= attribute('title') || attribute('placeholder')
  return { name, label, alt }

  function within(selector: string, attributeName: string): string {
    return element.querySelector(selector)?.getAttribute(attributeName)?.trim() ?? ''
  }
}
