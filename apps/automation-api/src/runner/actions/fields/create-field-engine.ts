// oxlint-disable unicorn/consistent-function-scoping -- each function here is sent to the page alone
import type { DomElement, DomNode, DomWindow } from '../../healing/dom.ts'

export interface Field {
  type: string
  /** Whether the field does not hold the requested value. */
  isRefused: boolean
  /** The field's maximum length, where the value is longer. */
  mostCharacters?: number
}

export interface Refused {
  field: string
  message: string
}

interface Control extends DomElement {
  control?: Control | null
  labels?: Iterable<Control> | null
  maxLength?: number
  validationMessage?: string
  setAttribute: (name: string, value: string) => void
}

interface FormEvent {
  target: Control
  eventPhase: number
  defaultPrevented: boolean
}

type Listen = (type: string, listener: (event: FormEvent) => void, capture: boolean) => void

type FieldWindow = DomWindow & {
  document: { activeElement: Control | null }
  CSS: { supports: (property: string, value: string) => boolean }
}

/**
 * A Playwright selector engine that reports what the browser itself refuses, of fields and of forms.
 *
 * `takes=<value>` returns, as the text of an element, how much of the value the field accepts. `press` and `key` begin
 * to watch the form of the element, or of the focus, and find something where there is one; `refused` ends that and
 * finds something where the browser did not submit the form.
 */
export function createFieldEngine(): object {
  const page = globalThis as unknown as FieldWindow
  let end: () => Refused | undefined = () => undefined
  let last: DomElement[] = []

  function hand(value: unknown): DomElement {
    const carrier = page.document.createElement('span')
    carrier.textContent = JSON.stringify(value)
    return carrier
  }

  /** By the rules of the field's type alone: changes by a page's script are the page's own matter. */
  function take(element: Control, text: string): Field | null {
    const field = element.control ?? element
    if (field.localName !== 'input' && field.localName !== 'textarea') return null
    const { type = '', maxLength = -1 } = field
    // The attribute has no effect on other types.
    const isBounded = /^(?:text|search|url|tel|email|password|textarea)$/.test(type)
    const isCut = isBounded && maxLength >= 0 && text.replaceAll('\r\n', '\n').length > maxLength
    const cut = isCut ? { mostCharacters: maxLength } : {}
    if (field.localName === 'textarea' || text.trim() === '') return { type, isRefused: false, ...cut }
    const probe = page.document.createElement('input') as Control
    probe.type = type
    for (const name of ['min', 'max', 'step']) {
      const bound = field.getAttribute(name)
      if (bound !== null) probe.setAttribute(name, bound)
    }
    probe.value = text.trim()
    const isRefused =
      probe.value === '' ||
      // These two always have a value.
      (type === 'range' && Number(probe.value) !== Number(text)) ||
      (type === 'color' && probe.value === '#000000' && !page.CSS.supports('color', text.trim()))
    return { type, isRefused, ...cut }
  }

  function nameOf(field: Control): string {
    const [label] = field.labels ?? []
    const names = [
      label?.textContent,
      ...['aria-label', 'placeholder', 'name', 'id'].map((attribute) => field.getAttribute(attribute)),
    ]
    return (names.find((each) => each?.trim()) ?? field.localName).trim().slice(0, 100)
  }

  /**
   * The browser validates a form while it handles the press: after the last listener of the press, and before anything
   * else that the page has scheduled. An `invalid` event at any other time comes from the page's own validation.
   */
  function watch(pressed: DomElement | null, isKey: boolean): DomElement[] {
    end()
    const field = pressed?.closest(isKey ? 'button, input' : 'button, input[type=submit], input[type=image]')
    if (!field?.form || field.form.hasAttribute('novalidate')) return []
    if (!isKey && field.localName === 'button' && field.type !== 'submit') return []
    const root = field.getRootNode() as unknown as { addEventListener: Listen; removeEventListener: Listen }
    let press: FormEvent | undefined
    let refused: Refused | undefined
    const hear = (event: FormEvent) => {
      press = event
      // Scheduled before anything that the page may schedule.
      globalThis.setTimeout(() => (press = undefined))
    }
    const refuse = ({ target }: FormEvent) => {
      if (!press || press.eventPhase !== 0 || press.defaultPrevented) return
      refused ??= { field: nameOf(target), message: target.validationMessage ?? '' }
    }
    const events = ['click', 'keydown', 'keypress']
    for (const type of events) root.addEventListener(type, hear, true)
    root.addEventListener('invalid', refuse, true)
    end = () => {
      for (const type of events) root.removeEventListener(type, hear, true)
      root.removeEventListener('invalid', refuse, true)
      end = () => undefined
      return refused
    }
    return [field]
  }

  function queryAll(root: DomNode, selector: string): DomElement[] {
    const verb = selector.split('=', 1)[0]!
    if (verb === 'press') return watch(root as DomElement, false)
    if (verb === 'key') return watch(page.document.activeElement, true)
    if (verb === 'takes')
      return [hand(take(root as Control, decodeURIComponent(selector.slice(verb.length + 1))))]
    const refused = end()
    // The engine is called twice, to count and then to read.
    if (refused) last = [hand(refused)]
    return refused ? last : last.splice(0)
  }

  return { queryAll, query: (root: DomNode, selector: string) => queryAll(root, selector)[0] ?? null }
}
