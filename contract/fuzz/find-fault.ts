export interface Answer {
  status: number
  text: string
}

// What the layers below the service would say, were they let.
const inside = /node_modules|\.ts:\d|\bat \w+ \(|drizzle|postgres|violates|syntax error|ECONNREFUSED/i
const longestAnswer = 200_000

/** What is wrong with an answer of the service; undefined where it is as promised. */
export function findFault(
  { status, text }: Answer,
  {
    statuses,
    secrets,
    isErrorForm,
  }: {
    statuses: number[]
    secrets: string[]
    /** Whether the body of a failure has the service's form. */
    isErrorForm: (status: number, body: unknown) => boolean
  },
): string | undefined {
  if (!statuses.includes(status) || status === 500) return `status ${status}`
  if (secrets.some((secret) => text.includes(secret))) return 'a secret in the answer'
  if (status < 400) return undefined
  if (text.length > longestAnswer) return `an answer of ${text.length} characters`
  // What was sent may be told, what it met may not.
  if (inside.test(text.replaceAll(/"receivedValue":"[^"]*"/g, ''))) return 'the inside in the answer'
  return isErrorForm(status, parse(text)) ? undefined : 'an error of another form'
}

/** The text itself where it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
