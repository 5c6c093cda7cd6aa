import { titleOf } from './event-titles.ts'

/** An event as text for people. */
export interface Summary {
  event: string
  /** One line. */
  title: string
  facts: { label: string; value: string }[]
  at: Date
}

// Discord bounds an embed at 6,000 characters, with its escapes.
const mostFacts = 10
const titleLength = 140
const labelLength = 50
const valueLength = 180

// Ids, which nobody reads; and what a title has, or a chat cannot use.
const isShown = ([name, value]: [string, unknown]): boolean =>
  value !== null && !/Id$|^(?:url|message|selfHeal|result)$/.test(name)

/** Sums up an envelope, as it is stored. */
export function summarizeEvent(body: string): Summary {
  const { event, timestamp, data } = JSON.parse(body) as {
    event: string
    timestamp: string | number
    data: Record<string, unknown>
  }
  const { extractedData, ...rest } = data
  const extracted = isRecord(extractedData) ? Object.entries(extractedData) : []
  return {
    event,
    title: cut(oneLine(titleOf(event, data)), titleLength),
    facts: [
      ...Object.entries(rest)
        .filter(isShown)
        .map(([name, value]) => [toWords(name), value] as const),
      ...extracted,
    ]
      .map(([label, value]) => ({ label: cut(label, labelLength), value: cut(toText(value), valueLength) }))
      // Discord refuses messages with an empty one.
      .filter(({ label, value }) => label.trim() !== '' && value.trim() !== '')
      .slice(0, mostFacts),
    at: new Date(timestamp),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `automationName` → `Automation name` */
function toWords(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(', ')
  return JSON.stringify(value)
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

// Cutting may split a surrogate pair.
const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`
