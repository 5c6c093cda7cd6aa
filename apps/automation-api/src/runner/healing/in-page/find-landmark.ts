import type { DomElement } from '../dom.ts'

export type FindLandmark = (element: DomElement, passed?: Set<DomElement>) => string

/**
 * The part of the page that an element is in: `navigation`, `banner`, `contentinfo` (the footer), `complementary`, `dialog`,
 * `form`, `search` or `main`; empty where the markup does not say. Pages that were written before HTML had elements for
 * these name them in classes.
 *
 * @param passed elements that were passed before, for which the answer was given then; it ends at them, and adds its own
 */
export function findLandmark(element: DomElement, passed?: Set<DomElement>): string {
  const BY_TAG: Record<string, string> = {
    nav: 'navigation',
    header: 'banner',
    footer: 'contentinfo',
    aside: 'complementary',
    dialog: 'dialog',
    form: 'form',
    search: 'search',
    main: 'main',
  }
  const ROLES = /^(?:navigation|banner|contentinfo|complementary|dialog|alertdialog|form|search|main)$/
  const FOOTER = /(?:^|\s)(?:(?:site|page|main)[-_])?footer(?:\s|$)/i
  const NAVIGATION = /(?:^|\s)(?:(?:site|page|main|side)[-_]?)?(?:navbar|nav|sidebar|sidenav|menu)(?:\s|$)/i
  for (let around: DomElement | null = element; around; around = around.parentElement) {
    if (passed?.has(around)) return ''
    passed?.add(around)
    const role = (around.getAttribute('role') ?? '').trim().toLowerCase()
    if (ROLES.test(role)) return role === 'alertdialog' ? 'dialog' : role
    const found = BY_TAG[around.localName]
    // An article has a header and a footer of its own.
    const isPartOfContent =
      (found === 'banner' || found === 'contentinfo') &&
      around.parentElement?.closest('article, section, main, dialog, [role="dialog"]')
    if (found && !isPartOfContent) return found
    // A class such as `sidebar` is not believed where the role says otherwise.
    if (/^(?:region|group|tabpanel|toolbar)$/.test(role)) continue
    const names = around.getAttribute('class') ?? ''
    if (FOOTER.test(names)) return 'contentinfo'
    if (NAVIGATION.test(names)) return 'navigation'
  }
  return ''
}
