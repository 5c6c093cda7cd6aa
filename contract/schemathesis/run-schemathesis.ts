import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

export interface Checked {
  /** How many requests were made. */
  sent: number
  /** What was not as the document says. */
  unexpected: string[]
}

interface Options {
  baseUrl: string
  headers: Record<string, string>
  /** The paths that these headers are for: a regular expression. */
  paths: string
  /** How many examples of each operation are generated at most, beside those that cover its schema. */
  examples: number
  /**
   * Operations that refuse with a 400 what their schema allows, since no schema can say it, and what that is. Nothing else
   * about them is left out.
   */
  stricter: Record<string, string>
  /** Operations that answer with a 502 what a server of somebody else does not answer. */
  relays?: string[]
}

const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url))
const environment = fileURLToPath(new URL('../../.data/schemathesis', import.meta.url))
const seed = 20_260_302
const streams = ['watchEmails', 'watchExecution']
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'positive_data_acceptance',
  'missing_required_header',
  'ignored_auth',
]

const report = z.object({
  complete: z.literal(true),
  test_cases: z.object({ generated: z.number(), errored: z.literal(0) }),
  failures: z.array(z.object({ type: z.string(), title: z.string(), operations: z.array(z.string()) })),
  errors: z.tuple([]),
})

/** Installs Schemathesis from PyPI where it is not yet, and returns its path. */
export function installSchemathesis(): string {
  if (!existsSync(environment)) execFileSync('python3', ['-m', 'venv', environment])
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements]
  execFileSync(path.join(environment, 'bin/python'), pip)
  return path.join(environment, 'bin/schemathesis')
}

/** Makes requests by a service's OpenAPI document, valid ones and others, and compares the answers with it. */
export async function runSchemathesis(
  program: string,
  { baseUrl, headers, paths, examples, stricter, relays = [] }: Options,
): Promise<Checked> {
  const directory = mkdtempSync(path.join(tmpdir(), 'schemathesis-'))
  const file = path.join(directory, 'report.json')
  const args = [
    ['run', `${baseUrl}/openapi.json`, '--include-path-regex', paths],
    ...streams.map((id) => ['--exclude-operation-id', id]),
    ...Object.entries(headers).map(([name, value]) => ['--header', `${name}: ${value}`]),
    ['--checks', checks.join(), '--phases', 'examples,coverage,fuzzing', '--suppress-health-check', 'all'],
    ['--max-examples', String(examples), '--seed', String(seed), '--no-shrink', '--continue-on-failure'],
    ['--report', 'json', '--report-json-path', file, '--request-timeout', '60', '--no-color'],
  ].flat()
  const output = await new Promise<string>((resolve) => {
    execFile(program, args, { cwd: directory, maxBuffer: 2 ** 28 }, (_error, out, errors) =>
      resolve(out + errors),
    )
  })
  const text = existsSync(file) ? readFileSync(file, 'utf8') : 'null'
  rmSync(directory, { recursive: true })
  const { success, data } = report.safeParse(JSON.parse(text))
  if (!success) throw new Error(`Schemathesis did not finish: ${output}`)
  const unexpected = data.failures.flatMap(({ type, title, operations }) =>
    operations
      .filter((operation) => type !== 'RejectedPositiveData' || stricter[operation] === undefined)
      .filter((operation) => type !== 'ServerError' || !relays.includes(operation))
      .map((operation) => `${operation}: ${title}`),
  )
  if (unexpected.length > 0) process.stderr.write(output)
  const sent = data.test_cases.generated
  process.stdout.write(`${paths}: ${sent} requests, ${unexpected.length} unexpected\n`)
  return { sent, unexpected }
}
