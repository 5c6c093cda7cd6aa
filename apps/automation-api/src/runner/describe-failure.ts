import { stripVTControlCharacters } from 'node:util'
import { storableText } from '@waypost/postgres'
import { maskSecrets } from './masking/mask-secrets.ts'
import { isTimeout } from './is-timeout.ts'

const LENGTH_LIMIT = 500

/** Explains to the author of a step why it failed, without any of the secret values. */
export function describeFailure(error: unknown, timeoutMs: number, secrets: string[] = []): string {
  const text = stripVTControlCharacters(error instanceof Error ? error.message : String(error))
  // Before the text is cut, or part of a secret could be left at the end.
  const message = maskSecrets(text, secrets)
  const reason = isTimeout(error) ? describeTimeout(message, timeoutMs) : translate(message)
  return storableText(reason.slice(0, LENGTH_LIMIT))
}

function translate(message: string): string {
  if (/(Target|Page) crashed/.test(message)) return 'the page crashed'
  if (/Target page, context or browser has been closed|Target closed/.test(message))
    return 'the page was closed'
  if (message.includes('Download is starting')) return 'the address is a download, and downloads are refused'
  const [, networkError, url] = /net::ERR_(\w+) at (\S+)/.exec(message) ?? []
  if (networkError) return `could not open ${url}: ${networkError.toLowerCase().replaceAll('_', ' ')}`
  const [firstLine = ''] = message.split('\n', 1)
  return firstLine.replace(/^\w+\.\w+: (\w*Error: )?/, '')
}

// The last line of Playwright's log that says why it kept waiting.
const OBSTACLE =
  /- (element is not .*|element is outside of .*|<.* intercepts pointer events|did not find some options)$/gm

function describeTimeout(message: string, timeoutMs: number): string {
  const [, obstacle] = [...message.matchAll(OBSTACLE)].at(-1) ?? []
  return `not done within ${timeoutMs} ms${obstacle ? `: ${obstacle}` : ''}`
}
