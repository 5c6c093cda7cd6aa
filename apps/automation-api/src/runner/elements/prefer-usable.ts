import type { Locator } from 'playwright-core'
import type { Match } from './choose-only.ts'
import { toPurpose } from '../healing/purpose.ts'
import { hasNavigated } from '../pages/has-navigated.ts'
import type { Selector } from '../../automations/selector.ts'

/** A person can tell up to this many apart; a text of more elements identifies none. */
const MAX_COMPARED = 50

/**
 * Whether a selector matches visible names, which several elements may share by chance. CSS and XPath mean their first
 * match.
 */
export const isByName = (selector: Selector) => /^(?:aria|text)\//.test([selector].flat().at(-1) ?? '')

/**
 * Of the elements that `text/` and `aria/` selectors have found, keeps those that suit the action: clickable ones for
 * a click, editable ones for a change. A label stands for its field, and the content of a button for the button, so
 * those are one. All equally suitable matches are kept, each by itself.
 */
export async function preferUsable(matches: Match[], selectors: Selector[], type: string): Promise<Match[]> {
  const preferred = await Promise.all(
    selectors.map(async (selector, alternative) => {
      const own = matches.filter((match) => match.alternative === alternative)
      const isClear = own.length === 0 || (own.length === 1 && own[0]!.count === 1)
      return isClear || !isByName(selector) ? own : narrow(own, type)
    }),
  )
  return preferred.flat()
}

async function narrow(matches: Match[], type: string): Promise<Match[]> {
  const ranked = await Promise.all(
    matches.map(async (match) => ({ match, found: await rank(match.locator, type) })),
  )
  const best = Math.max(...ranked.flatMap(({ found }) => found.map(({ right }) => right)))
  return ranked.flatMap(({ match, found }) =>
    found
      .filter(({ right }) => right === best)
      .map(({ index }) => ({ ...match, locator: match.locator.nth(index), count: 1 })),
  )
}

/** For the first of the matches that mean one element: how well the action suits it. */
async function rank(locator: Locator, type: string): Promise<{ index: number; right: number }[]> {
  try {
    return await locator.evaluateAll(
      (elements, { purpose, most }) => {
        const BUTTONS =
          'button, a[href], summary, option, select, textarea, input:not([type=hidden]), [onclick], [contenteditable=""], [contenteditable=true], ' +
          [
            'button',
            'link',
            'tab',
            'menuitem',
            'menuitemcheckbox',
            'menuitemradio',
            'option',
            'checkbox',
            'radio',
          ]
            .concat([
              'switch',
              'treeitem',
              'combobox',
              'textbox',
              'searchbox',
              'slider',
              'spinbutton',
              'gridcell',
            ])
            .map((role) => `[role=${role}]`)
            .join(', ')
        const FIELDS =
          'textarea, select, [contenteditable=""], [contenteditable=true], [role=textbox], [role=searchbox], ' +
          'input:not([type=hidden], [type=button], [type=submit], [type=reset], [type=image], [type=checkbox], [type=radio])'
        const judge = (element: (typeof elements)[number]) => {
          const field = element.control ?? element
          if (purpose === 'fill') return { meant: field, right: Number(field.matches(FIELDS)) }
          if (purpose === 'choose')
            return { meant: field, right: Number(field.matches('select, [role=listbox]')) }
          if (purpose === 'upload') return { meant: field, right: Number(field.matches('input[type=file]')) }
          if (purpose !== 'press') return { meant: element, right: 0 }
          // A field can be clicked too, but a name that a button has means the button.
          const button = element.closest(BUTTONS)
          if (button) return { meant: button, right: button.matches(FIELDS) ? 2 : 4 }
          if (element.control) return { meant: element.control, right: 1 }
          const { cursor } = element.ownerDocument.defaultView.getComputedStyle(element)
          return { meant: element, right: cursor === 'pointer' ? 3 : 0 }
        }
        const judged = elements.slice(0, most).map((element, index) => ({ index, ...judge(element) }))
        const best = Math.max(...judged.map(({ right }) => right))
        const usable = judged.filter(({ right }) => right === best)
        return usable
          .filter(
            ({ meant }, at) =>
              !usable
                .slice(0, at)
                .some((other) => other.meant.contains(meant) || meant.contains(other.meant)),
          )
          .map(({ index, right }) => ({ index, right }))
      },
      { purpose: toPurpose(type, { tag: '' }), most: MAX_COMPARED },
    )
  } catch (error) {
    if (hasNavigated(error)) return []
    throw error
  }
}
