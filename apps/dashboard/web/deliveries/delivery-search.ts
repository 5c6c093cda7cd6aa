import { pickTexts } from '../pick-texts.ts'
import { deliveryStatuses, responseClasses, type DeliveryFilter } from '../webhooks/webhook-service.ts'

const names = ['status', 'event', 'response', 'q', 'since', 'until'] as const

/** The filter of a delivery log in the URL of its page. */
export function readDeliverySearch(search: object): DeliveryFilter {
  const { status, response, since, until, ...texts } = pickTexts(search, [...names])
  return {
    ...texts,
    ...(isOneOf(deliveryStatuses, status) && { status }),
    ...(isOneOf(responseClasses, response) && { response }),
    ...(isTime(since) && { since }),
    ...(isTime(until) && { until }),
  }
}

const isOneOf = <Value extends string>(values: readonly Value[], text: string | undefined): text is Value =>
  (values as readonly (string | undefined)[]).includes(text)
const isTime = (text: string | undefined): text is string =>
  text !== undefined && !Number.isNaN(Date.parse(text))

/** The value of a field of local time for a time in ISO 8601. */
export function toLocalTime(time: string | undefined): string {
  if (time === undefined) return ''
  const at = new Date(time)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The time of a field of local time; undefined where it is empty. */
export const fromLocalTime = (text: string): string | undefined =>
  text === '' ? undefined : new Date(text).toISOString()
