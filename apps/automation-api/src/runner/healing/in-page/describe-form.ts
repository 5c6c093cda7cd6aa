// oxlint-disable unicorn/consistent-function-scoping -- each function here is sent to the page alone
import type { DomElement } from '../dom.ts'
import type { FindFieldKind } from './find-field-kind.ts'

interface FormTools {
  findFieldKind: FindFieldKind
  isVisible: (element: DomElement) => boolean
}

export type DescribeForm = (element: DomElement, tools: FormTools) => string

/**
 * The fields and buttons of the form that an element belongs to, by what they are for and in their order, with a star before
 * the element itself: `text email textarea *submit`. A redesign changes all names and keeps what has to be filled in. Empty
 * where there is no such form, or where it is a whole page of fields.
 */
export function describeForm(element: DomElement, { findFieldKind, isVisible }: FormTools): string {
  const MAX_CONTROLS = 20
  const MAX_LEVELS = 8
  const CONTROLS = 'input, textarea, select, button'
  if (!element.matches(CONTROLS)) return ''
  const controls = listControls()
  if (!controls.includes(element)) return ''
  const kinds: string[] = []
  for (const each of controls) {
    const kind = `${each === element ? '*' : ''}${kindOf(each)}`
    // All choices of one question are one.
    if (kind !== 'radio' || kinds.at(-1) !== 'radio') kinds.push(kind)
  }
  return kinds.join(' ')

  /** Of the form in the markup; without one, of the smallest part of the page with a field and a button. */
  function listControls(): DomElement[] {
    const form = element.closest('form, [role="form"], [role="search"], search')
    if (form) return visibleIn(form) ?? []
    let around = element.parentElement
    for (let level = 0; around && level < MAX_LEVELS; level += 1) {
      const found = visibleIn(around)
      if (!found) return []
      const all = found.map(kindOf)
      if (all.some(isTyped) && all.some((kind) => /^(?:submit|button)$/.test(kind))) return found
      around = around.parentElement
    }
    return []
  }

  function visibleIn(root: DomElement): DomElement[] | undefined {
    const found: DomElement[] = []
    for (const each of root.querySelectorAll(CONTROLS)) {
      if (!isVisible(each) || each.type === 'hidden') continue
      if (found.length >= MAX_CONTROLS) return undefined
      found.push(each)
    }
    return found
  }

  function isTyped(kind: string): boolean {
    return !/^(?:submit|button|checkbox|radio)$/.test(kind)
  }

  function kindOf(control: DomElement): string {
    const { localName: tag, type = '' } = control
    if (tag === 'button') return type === 'submit' ? 'submit' : 'button'
    if (tag === 'select') return 'select'
    if (tag === 'textarea') return 'textarea'
    if (/^(?:submit|image)$/.test(type)) return 'submit'
    if (/^(?:button|reset)$/.test(type)) return 'button'
    if (/^(?:radio|range|color)$/.test(type)) return type
    const kind = findFieldKind(control).split(' ').at(-1) ?? ''
    return /^(?:email|tel|url|search|number|date|datetime-local|month|week|time|password|file|checkbox)$/.test(
      kind,
    )
      ? kind
      : 'text'
  }
}
