export interface Answer {
  status: number
  text: string
}

// What errors of the code below the service say; no response may contain it.
const internals = /node_modules|\.ts:\d|\bat \w+ \(|drizzle|postgres|violates|syntax error|ECONNREFUSED/i
const longestAnswer = 200_000

/** Returns what is wrong with a response of the service; undefined where it is as documented. */
export function findFault(
  { status, text }: Answer,
  {
    statuses,
    secrets,
    isErrorForm,
  }: {
    statuses: number[]
    secrets: string[]
    /** Whether the body of an error has the service's form. */
    isErrorForm: (status: number, body: unknown) => boolean
  },
): string | undefined {
  if (!statuses.includes(status) || status === 500) return `status ${status}`
  if (secrets.some((secret) => text.includes(secret))) return 'a secret in the answer'
  if (status < 400) return undefined
  if (text.length > longestAnswer) return `an answer of ${text.length} characters`
  // A response may repeat what was sent.
  if (internals.test(text.replaceAll(/"receivedValue":"[^"]*"/g, ''))) return 'internals in the answer'
  return isErrorForm(status, parse(text)) ? undefined : 'an error of another form'
}

/** Returns the text itself where it is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
