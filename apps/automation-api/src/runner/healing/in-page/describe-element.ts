// oxlint-disable unicorn/consistent-function-scoping -- each function here is sent to the page alone
import type { DomElement, DomWindow } from '../dom.ts'
import type { FindPaths, LooksStable } from './find-paths.ts'
import type { DescribeForm } from './describe-form.ts'
import type { FindFieldKind } from './find-field-kind.ts'
import type { FindHeadings } from './find-headings.ts'
import type { ReadNeighbours } from './read-text.ts'
import type { ReadRows, SurveyPage, SurveyTools } from './survey-page.ts'

/** The functions that run in pages. Each is serialised alone, so they are passed to one another. */
export interface Tools extends SurveyTools {
  readNeighbours: ReadNeighbours
  looksStable: LooksStable
  findPaths: FindPaths
  findFieldKind: FindFieldKind
  findHeadings: FindHeadings
  describeForm: DescribeForm
  describeElement: (element: DomElement, tools: Tools) => Described
  surveyPage: SurveyPage
  readRows: ReadRows
}

export type Described = {
  tag: string
  role: string
  name: string
  glyph: string
  text: string
  fieldKind: string
  landmark: string
  form: string
  path: string[]
  [field: string]: unknown
}

/** All fields of `Fingerprint`, except those that need the whole page, or are the same for a whole frame. */
export function describeElement(element: DomElement, tools: Tools): Described {
  const page = globalThis as unknown as DomWindow
  const attribute = (name: string) => (element.getAttribute(name) ?? '').replaceAll(/\s+/g, ' ').trim()
  const tag = element.localName
  const role = tools.findRole(element)
  const type = tag === 'input' || tag === 'button' ? (element.type ?? '') : attribute('type')
  const names = tools.findNames(element, role, tools.readText)
  const isPassword = type === 'password'
  const isState =
    /^(is|has|ng)-|^(active|hover|focus(ed)?|selected|open(ed)?|closed?|disabled|enabled|checked|current|visible|hidden|expanded|collapsed|show|fade|in)$/
  const LOGO = /^(?:(?:navbar|nav|site|header|sidebar|page)[-_])?(?:brand|logo)$/i
  // The logo's class is often on what the link is in alone: `<div class="navbar-brand"><a>`.
  const around =
    tag === 'a' && element.parentElement?.children.length === 1 ? element.parentElement : undefined
  const ofLogo = (around?.getAttribute('class') ?? '').split(/\s+/).filter((each) => LOGO.test(each))
  const classes = [...attribute('class').split(' '), ...ofLogo]
  const { indexedXpath, xpath, css } = tools.findPaths(element, tools.looksStable)
  const { x, y, width, height } = element.getBoundingClientRect()
  const isButtonInput = tag === 'input' && role === 'button'
  // A select has its options' texts: they are the page's, and do not show which one is chosen.
  const text = isPassword || tag === 'input' ? '' : tools.readText(element, 160)
  return {
    tag,
    role,
    name: names.name,
    label: names.label,
    placeholder: attribute('placeholder'),
    type,
    nameAttribute: attribute('name'),
    id: tools.looksStable(attribute('id')) ? attribute('id') : '',
    testIds: ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa', 'data-automation-id']
      .filter((name) => attribute(name))
      .map((name) => `${name}="${attribute(name).replaceAll(/["\\]/g, String.raw`\$&`)}"`),
    href: readPath(attribute('href') || attribute('formaction')),
    destination: hashOf(tools.findDestination(element)),
    site: readSite(attribute('href')),
    alt: names.alt,
    title: attribute('title'),
    icon: tools.findIcon(element),
    glyph: tools.findGlyph(element, tools.hashName),
    fieldKind: tools.findFieldKind(element),
    landmark: tools.findLandmark(element),
    form: tools.describeForm(element, tools),
    classes: classes.filter((each) => tools.looksStable(each) && !isState.test(each)),
    text: isButtonInput ? names.name : text,
    ...(isPassword ? {} : tools.readNeighbours(element)),
    xpath,
    indexedXpath,
    box: { x: x + page.scrollX, y: y + page.scrollY, width, height },
    path: css,
    isEditable:
      element.isContentEditable === true ||
      tag === 'textarea' ||
      (tag === 'input' && !/^(button|submit|reset|image|checkbox|radio|hidden)$/.test(type)) ||
      /^(textbox|searchbox|spinbutton)$/.test(role),
    isSubmit:
      (tag === 'button' && type === 'submit' && Boolean(element.form)) ||
      (tag === 'input' && /^(submit|image)$/.test(type)),
  }

  function hashOf(address: string): string {
    return address === '' ? '' : tools.hashName(address)
  }

  function readSite(href: string): string {
    const parsed = /^(?:https?:)?\/\//i.test(href) ? URL.parse(href, 'http://relative/') : null
    return parsed && parsed.origin !== page.location.origin ? parsed.hostname.replace(/^www\./, '') : ''
  }

  function readPath(href: string): string {
    if (!href || /^(javascript|data|blob):/i.test(href)) return ''
    const parsed = URL.parse(href, 'http://relative/')
    if (!parsed) return ''
    return href.startsWith('#') ? parsed.hash : `${parsed.pathname}${parsed.hash}`
  }
}

export function isVisible(element: DomElement): boolean {
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
}

/** The name of an icon inside, by the icon's own attributes. */
export function findIcon(element: DomElement): string {
  const icon = element.querySelector('svg, i, img, use, [class*="icon"]')
  if (!icon) return ''
  const source = icon.getAttribute('src') ?? icon.querySelector('use')?.getAttribute('href') ?? ''
  const file = source.startsWith('data:') ? '' : (source.split('/').pop() ?? '').split('?')[0]!
  return (icon.getAttribute('class') ?? '').trim() || file
}
