// oxlint-disable unicorn/consistent-function-scoping -- each function here is sent to the page alone
import type { DomElement, DomNode, DomRoot, DomWindow } from '../../../runner/healing/dom.ts'
import type { Tools } from '../../../runner/healing/in-page/describe-element.ts'

/** DOM properties that the runner's DOM types lack. */
interface Control extends DomElement {
  control?: Control | null
  checked?: boolean
  readOnly?: boolean
  multiple?: boolean
  clientLeft: number
  clientTop: number
  options?: Iterable<DomElement & { label: string; selected: boolean }>
}

type PointerRoot = DomRoot & {
  elementFromPoint: (x: number, y: number) => Control | null
  activeElement: Control | null
}
type PointerWindow = DomWindow & { document: PointerRoot & { documentElement: { scrollHeight: number } } }

/**
 * A Playwright selector engine that finds what a person points at or has focused. Like the runner's own engine, it runs in
 * a world isolated from the page's scripts: a page can neither see it nor change what it finds, and as it hears no events,
 * a page cannot make it say that something was done.
 *
 * `at=<x>,<y>` describes what a press there acts on, and `innermost=<x>,<y>` what is there, both as the text of an element
 * outside any page; `focus` does for what has the focus. `it` is the element that was described last, and `typed` the one of
 * the last `type`, which is the focused one; `state` describes the element that it starts from. `height` is the page's.
 */
export function createPointer(tools: Tools): object {
  const page = globalThis as unknown as PointerWindow
  let it: Control | undefined
  let typed: Control | undefined
  const ids = new WeakMap<object, number>()
  let count = 0

  const ACTED_ON =
    'a[href], button, input, select, textarea, summary, label, option, [contenteditable], [onclick], [tabindex]:not([tabindex="-1"]), iframe, frame'
  const ROLES =
    /^(button|link|checkbox|radio|switch|tab|menuitem|menuitemcheckbox|menuitemradio|option|treeitem|combobox|textbox|searchbox|spinbutton|slider)$/
  const BUTTONS = /^(submit|button|reset|image)$/
  const SECRETS = /password|cc-number|cc-csc|one-time-code/

  function hand(value: unknown): DomElement {
    const carrier = page.document.createElement('span')
    carrier.textContent = JSON.stringify(value)
    return carrier
  }

  const parentOf = (element: Control): Control | null => {
    const parent = element.parentElement ?? element.getRootNode().host ?? null
    return parent as Control | null
  }
  const isFrame = (element: DomElement) => /^i?frame$/.test(element.localName)

  function elementAt(x: number, y: number): Control | undefined {
    let root = page.document as PointerRoot
    let found: Control | undefined
    for (let depth = 0; depth < 50; depth += 1) {
      const inner = root.elementFromPoint(x, y)
      if (!inner || inner === found) return found
      found = inner
      if (!inner.shadowRoot) return found
      root = inner.shadowRoot as PointerRoot
    }
    return found
  }

  function focusedElement(): Control | undefined {
    let found = page.document.activeElement
    while (found?.shadowRoot) {
      const inner: Control | null = (found.shadowRoot as PointerRoot).activeElement
      if (!inner) break
      found = inner
    }
    return found && !/^(body|html)$/.test(found.localName) ? found : undefined
  }

  /** The link around a text, the field of a label; the element itself, where nothing around it is made to be pressed. */
  function actedOn(element: Control): Control {
    for (let each: Control | null = element; each; each = parentOf(each)) {
      if (each.localName === 'label') {
        const control = each.control
        if (control && tools.isVisible(control)) return control
        if (control) return each
        continue
      }
      if (each.matches(ACTED_ON)) return each.isContentEditable ? editable(each) : each
      if (each.hasAttribute('role') && ROLES.test(tools.findRole(each))) return each
    }
    let pressed = element
    while (page.getComputedStyle(element).cursor === 'pointer') {
      const parent = parentOf(pressed)
      if (!parent || page.getComputedStyle(parent).cursor !== 'pointer') break
      pressed = parent
    }
    return pressed
  }

  function editable(element: Control): Control {
    let whole = element
    for (let parent = parentOf(whole); parent?.isContentEditable; parent = parentOf(whole)) whole = parent
    return whole
  }

  function kindOf(element: Control): string {
    const role = tools.findRole(element)
    const { type = '' } = element
    if (isFrame(element)) return 'frame'
    if (element.localName === 'select') return 'select'
    if (/^(checkbox|radio|switch)$/.test(role)) return 'check'
    if (element.localName === 'input') {
      if (type === 'file' || type === 'range') return type
      return BUTTONS.test(type) ? 'press' : 'field'
    }
    return element.localName === 'textarea' || element.isContentEditable ? 'field' : 'press'
  }

  /** Its label's own text: a label often contains its field, and with it all options. */
  function captionOf(element: Control): string {
    const read = (node: DomNode): string => {
      if (node.nodeType === 3) return node.nodeValue ?? ''
      if (
        node.nodeType !== 1 ||
        (node as DomElement).matches('select, textarea, input, button, script, style')
      )
        return ' '
      return [...node.childNodes].map(read).join('')
    }
    return [...(element.labels ?? [])].map(read).join(' ')
  }

  function idOf(element: Control): number {
    if (!ids.has(element)) ids.set(element, (count += 1))
    return ids.get(element)!
  }

  function describe(element: Control): object {
    const { x, y, width, height } = element.getBoundingClientRect()
    const attribute = (name: string) => element.getAttribute(name) ?? ''
    const role = tools.findRole(element)
    const isButton = BUTTONS.test(element.type ?? '')
    return {
      id: idOf(element),
      kind: kindOf(element),
      tag: element.localName,
      role,
      caption: captionOf(element),
      label: tools.findNames(element, role, tools.readText).name || tools.readText(element, 80),
      box: { x, y, width, height },
      inside: { x: x + element.clientLeft, y: y + element.clientTop },
      isChecked: element.checked ?? attribute('aria-checked') === 'true',
      isRadio: role === 'radio',
      isReadOnly: element.readOnly === true,
      isMultiline: element.localName === 'textarea' || element.isContentEditable === true,
      hasPopup: role === 'combobox' || attribute('aria-haspopup') !== '' || attribute('list') !== '',
      isDraggable: attribute('draggable') === 'true',
      isSecret: element.type === 'password' || SECRETS.test(attribute('autocomplete')),
      isMultiple: element.multiple === true,
      value: isButton ? '' : ((element.isContentEditable ? element.innerText : element.value) ?? ''),
      options: [...(element.options ?? [])].slice(0, 1000).map((option) => ({
        value: option.value ?? '',
        label: option.label,
        isChosen: option.selected,
      })),
    }
  }

  function queryAll(root: DomNode, selector: string): DomElement[] {
    const [verb, argument = ''] = selector.split('=')
    if (verb === 'it') return it?.isConnected ? [it] : []
    if (verb === 'typed') return typed?.isConnected ? [typed] : []
    if (verb === 'state') return [hand(describe(root as Control))]
    if (verb === 'height') return [hand(page.document.documentElement.scrollHeight)]
    if (verb === 'type') {
      typed = it
      return [hand(typed !== undefined)]
    }
    if (verb === 'focus') it = focusedElement()
    else {
      const [x, y] = argument.split(',').map(Number)
      const element = elementAt(x!, y!)
      it = element && (verb === 'at' && !isFrame(element) ? actedOn(element) : element)
    }
    return [hand(it ? describe(it) : null)]
  }

  return { queryAll, query: (root: DomNode, selector: string) => queryAll(root, selector)[0] ?? null }
}
