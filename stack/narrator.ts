/** Prints the demo step by step: each request and its response. */
export function createNarrator(write: (text: string) => void) {
  let step = 0
  return {
    step(title: string): void {
      step += 1
      write(`\n${step}. ${title}\n`)
    },
    say(line: string): void {
      write(`   ${line}\n`)
    },
    /** Makes a request, prints it, and returns the response's JSON. Throws if the status is not 2xx. */
    async request(
      method: string,
      url: string,
      options: { headers?: Record<string, string>; body?: unknown } = {},
    ): Promise<unknown> {
      const { headers = {}, body } = options
      write(`   → ${method} ${url}\n`)
      if (body !== undefined) write(`     ${shorten(mask(JSON.stringify(body)))}\n`)
      const response = await fetch(url, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      write(`   ← ${response.status} ${shorten(mask(text))}\n`)
      if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text}`)
      return text === '' ? undefined : JSON.parse(text)
    },
  }
}

export type Narrator = ReturnType<typeof createNarrator>

const shorten = (text: string) => (text.length > 300 ? `${text.slice(0, 300)} …` : text)

/** Masks secrets, which must not be printed to a terminal, not even those of the demo. */
const mask = (text: string) =>
  text.replaceAll(/"(token|refreshToken|rawKey|secret|password)":"([^"]{6})[^"]*"/g, '"$1":"$2…"')
