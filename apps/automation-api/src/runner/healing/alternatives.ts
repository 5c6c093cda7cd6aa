import type { Frame } from 'playwright-core'
import type { Selector } from '../../automations/selector.ts'
import { toLocator } from '../elements/selectors.ts'
import type { Fingerprint } from './fingerprint.ts'
import { engineSelector } from './page-engine.ts'

const LIMIT = 8

/**
 * Selectors of different kinds for the element of the last `takeFingerprint` in this frame, those that survive most
 * changes of a page first. Each finds this visible element and no other.
 */
export async function findAlternatives(
  frame: Frame,
  { fingerprint, path }: { fingerprint: Fingerprint; path: string[] },
  timeoutMs: number,
): Promise<Selector[]> {
  const selectors = listSelectors(fingerprint, path)
  const verified = await Promise.all(selectors.map((selector) => isUnique(frame, selector, timeoutMs)))
  return selectors.filter((_, index) => verified[index]).slice(0, LIMIT)
}

async function isUnique(frame: Frame, selector: Selector, timeoutMs: number): Promise<boolean> {
  try {
    const matches = toLocator(frame, selector).filter({ visible: true })
    if ((await matches.count()) !== 1) return false
    return (await matches.locator(engineSelector('same')).textContent({ timeout: timeoutMs })) === 'true'
  } catch {
    // The names of a page's elements need not make a valid selector.
    return false
  }
}

/** Possible selectors for an element, unverified: by visible text and names in the markup first, by position last. */
export function listSelectors(fingerprint: Fingerprint, path: string[]): Selector[] {
  const { tag, role, name, testIds, id, nameAttribute, placeholder, href, alt, title, text, classes } =
    fingerprint
  // In a shadow root, the Recorder finds an element in one selector only with `pierce/`.
  const css = (selector: string) => (path.length > 1 ? `pierce/${selector}` : selector)
  const attribute = (attributeName: string, value: string, within = tag) =>
    value && css(`${within}[${attributeName}=${quote(value)}]`)
  const xpath = fingerprint.indexedXpath
  const selectors = [
    ...testIds.map((testId) => css(`[${testId}]`)),
    isWhole(name, 120) && role && !/[[\]]/.test(name) && `aria/${name}[role="${role}"]`,
    attribute('id', id, ''),
    attribute('name', nameAttribute),
    attribute('placeholder', placeholder),
    isWhole(text, 60) && `text/${text}`,
    tag === 'a' && href.length > 1 && css(`a[href$=${quote(href)}]`),
    attribute('alt', tag === 'img' ? alt : ''),
    attribute('title', title),
    classes.length > 0 && css(`${tag}${classes.map((each) => `.${escapeName(each)}`).join('')}`),
    path.length === 1 ? path[0] : path.length > 1 && path,
    path.length === 1 && isWhole(xpath, 300) && `xpath/${xpath}`,
  ].filter((selector): selector is Selector => Boolean(selector))
  return selectors.filter((selector, index) => selectors.indexOf(selector) === index)
}

/** A text of the maximum length was cut. */
const isWhole = (value: string, limit: number) => value.length > 0 && value.length < limit

const quote = (value: string) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`

const escapeName = (name: string) => name.replaceAll(/[^\w-]/gu, String.raw`\$&`)
