import { parseArgs } from 'node:util'
import { secretFromEnvironment } from './env.ts'

export interface ListenOptions {
  host: string
  port: number
  /** Empty: every delivery is accepted and shown as not verified. */
  secrets: string[]
  /** The statuses of responses to verified deliveries, one after the other; the last one stays. */
  statuses: number[]
  /** Receives the deliveries that are not refused; its response is passed back. */
  forward: URL | undefined
  /** One line of JSON for each delivery. */
  json: boolean
}

export const usage = `Usage: waypost listen [options]

Receives webhooks, verifies them, and shows them: ✓ verified, ✗ not genuine and refused, ? no secret to verify with.

  --port <number>      port to listen on (default 9000)
  --host <address>     address to listen on (default 127.0.0.1)
  --secret <whsec_…>   secret to verify with; repeat the option during a rotation.
                       Default: WAYPOST_WEBHOOK_SECRET in the environment
  --status <number>    status to respond with (default 204); 500,500,204 are used one after the other
  --forward <url>      forward deliveries that are not refused, byte for byte, and return the response of this URL
  --json               print one line of JSON for each delivery
  --help               print this text`

/** @throws Error that names the invalid argument */
export function parseListenArguments(given: string[]): ListenOptions | 'help' {
  const { values } = parseArgs({
    args: given,
    options: {
      port: { type: 'string', default: '9000' },
      host: { type: 'string', default: '127.0.0.1' },
      secret: { type: 'string', multiple: true },
      status: { type: 'string', default: '204' },
      forward: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return 'help'
  const fromEnvironment = secretFromEnvironment()
  return {
    host: values.host,
    port: readNumber('--port', values.port, 0, 65_535),
    secrets: values.secret ?? (fromEnvironment ? [fromEnvironment] : []),
    statuses: values.status.split(',').map((status) => readNumber('--status', status, 200, 599)),
    forward: values.forward === undefined ? undefined : readUrl(values.forward),
    json: values.json,
  }
}

function readNumber(name: string, text: string, min: number, max: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new Error(`${name} must be a number from ${min} to ${max}`)
}

function readUrl(text: string): URL {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text)
  throw new Error('--forward must be an http or https URL')
}
