/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/**
 * Runs in the page: stores the key of each element where only the oracle reads it, and removes from the page what the
 * keys were read from. Ids and classes are replaced by meaningless names, in the style sheets too, as by a build that
 * hashes them: the page looks and works as before.
 */
export function hideKeys({
  findKeys,
  attributes,
  classes,
}: {
  findKeys: string
  attributes: string[]
  classes: string
}): void {
  // oxlint-disable-next-line no-eval
  const found = globalThis.eval(findKeys) as {
    element: Element
    key: string
    wrappers?: (Element | null)[]
  }[]
  const keys = { of: new Map<Element, string>(), primary: new Set<Element>() }
  for (const { element, key, wrappers = [] } of found) {
    for (const each of [element, ...wrappers]) if (each) keys.of.set(each, key)
    keys.primary.add(element)
  }
  Object.assign(globalThis, { keys })

  const hiddenClass = new RegExp(`^(${classes})$`)
  const newNames = new Map<string, string>()
  const rename = (name: string): string => {
    const known = newNames.get(name) ?? `x${1_000_000 + newNames.size}`
    newNames.set(name, known)
    return known
  }
  const elements = [...document.querySelectorAll('*')]
  const hidesIds = attributes.includes('id')
  for (const element of elements) {
    for (const token of element.classList) if (hiddenClass.test(token)) rename(token)
    if (hidesIds && element.id) rename(element.id)
  }
  // Sheets of other sites cannot be read, and are not loaded.
  for (const sheet of document.styleSheets)
    if (!sheet.href || sheet.href.startsWith(globalThis.location.origin)) renameIn(sheet)
  for (const element of elements) {
    if (hidesIds && element.id) element.id = rename(element.id)
    for (const token of Array.from(element.classList)) {
      if (hiddenClass.test(token)) element.classList.replace(token, rename(token))
    }
    for (const name of ['for', 'aria-labelledby', 'aria-controls', 'aria-describedby', 'list']) {
      const value = element.getAttribute(name)
      if (value && newNames.has(value)) element.setAttribute(name, rename(value))
    }
    for (const name of attributes) {
      if (name === 'href' && element.hasAttribute(name)) element.setAttribute(name, '#')
      else if (name !== 'id' && name !== 'href') element.removeAttribute(name)
    }
  }

  function renameIn(sheet: CSSStyleSheet | CSSGroupingRule): void {
    for (const rule of sheet.cssRules) {
      if (rule instanceof CSSStyleRule) {
        const renamed = rule.selectorText.replaceAll(
          /([.#])((?:[\w-]|[^ -~]|\\.)+)/g,
          (all, mark: string, name: string) => {
            const known = newNames.get(name.replaceAll(/\\(.)/g, '$1'))
            return known ? `${mark}${known}` : all
          },
        )
        if (renamed !== rule.selectorText) rule.selectorText = renamed
      } else if (rule instanceof CSSGroupingRule) renameIn(rule)
    }
  }
}
