import type { Cell, ExtractedData } from '@waypost/webhooks'
import type { Condition } from '../../automations/actions/condition.ts'
import { writeValue, type Item } from '../../automations/variables/scope.ts'
import { parseNumber } from '../rows/parse-number.ts'

type Comparison = Pick<Condition, 'equals' | 'notEquals' | 'contains' | 'atLeast' | 'atMost' | 'isEmpty'>

/** Whether a value, of a variable or of what was read, is as a condition wants it. */
export function compareValue(
  value: ExtractedData[string] | Cell | Item | undefined,
  comparison: Comparison,
): boolean {
  const { equals, notEquals, contains, atLeast, atMost, isEmpty } = comparison
  const isNothing =
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  if (isEmpty !== undefined) return isEmpty === isNothing
  if (value === undefined) return notEquals !== undefined
  if (contains !== undefined)
    return Array.isArray(value)
      ? value.some((each) => writeValue(each).includes(contains))
      : writeValue(value).includes(contains)
  if (atLeast !== undefined || atMost !== undefined) {
    const number = Array.isArray(value) ? value.length : parseNumber(writeValue(value), 'en-US')
    if (number === undefined) return false
    return number >= (atLeast ?? -Infinity) && number <= (atMost ?? Infinity)
  }
  const written = Array.isArray(value) ? String(value.length) : writeValue(value)
  return notEquals === undefined ? written === equals : written !== notEquals
}
