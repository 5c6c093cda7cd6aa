import { storableText } from '@waypost/postgres'
import type { Cell } from '@waypost/webhooks'
import type { CellType } from '../../automations/actions/extract-action.ts'
import type { ReadCell } from './reading.ts'
import { parseDate } from './parse-date.ts'
import { parseMoney } from './parse-money.ts'
import { parseNumber } from './parse-number.ts'

const YES = /^(?:true|yes|y|on|1|✓|✔|☑|ja|oui|sí|si|sim|igen|tak|да|はい|是|有)$/iu
const NO = /^(?:false|no|n|off|0|✗|✘|☐|–|-|nein|non|não|nem|nie|нет|いいえ|否|無)$/iu

/**
 * A cell's value in its type. Undefined where the page's text is not of the type; null where there is nothing.
 */
export async function convertCell(
  cell: ReadCell | undefined,
  type: CellType,
  locale: string,
): Promise<Cell | undefined> {
  if (type === 'exists') return cell !== undefined
  if (type === 'count') return cell?.count ?? 0
  const value = cell?.value ?? null
  if (value === null || typeof value === 'boolean') return value
  if (value === '') return type === 'text' || type === 'html' ? '' : null
  switch (type) {
    case 'number':
      return parseNumber(value, locale)
    case 'integer': {
      const number = parseNumber(value, locale)
      return Number.isInteger(number) ? number : undefined
    }
    case 'money':
      return parseMoney(value, locale)
    case 'date':
      return parseDate(value, locale)
    case 'boolean':
      return YES.test(value) || (NO.test(value) ? false : undefined)
    default:
      return storableText(value)
  }
}
