import { eq } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import type { ExtractedData } from '@waypost/webhooks'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Action } from '../automations/action.ts'
import type { newAutomation } from '../automations/automation.ts'
import { createAutomation } from '../automations/create-automation.ts'
import { triggerAutomation } from '../automations/trigger-automation.ts'
import { executions } from '../db/tables.ts'
import { saveSecret } from '../secrets/save-secret.ts'
import { ada, openRunnerBed } from './test-runner.ts'

const totp = new TOTP({
  secret: Secret.fromBase32('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'),
  issuer: 'Shop',
  label: 'ada',
})

const { bed, execute } = openRunnerBed({ url: 'https://hooks.test/', events: ['automation.failed'] })
beforeEach(() => {
  bed.page = `<h1>Sign in</h1><label>Password <input id=password></label><label>Code <input id=code></label>
    <p id=echo></p><table><tr><th>What<th>Value<tr><td>Yours<td id=cell></table>
    <script>password.oninput = () => { echo.textContent = cell.textContent = 'You typed ' + password.value }</script>`
})

async function run(
  actions: z.infer<typeof newAutomation>['actions'],
  more: Partial<z.infer<typeof newAutomation>> = {},
) {
  const { services } = bed.service
  const open = { type: 'navigate' as const, name: 'Open', url: bed.site.url }
  const created = await createAutomation(services, ada, {
    name: newId(),
    actions: [open, ...actions],
    ...more,
  })
  const { executionId } = await triggerAutomation(services, ada, created.id, {})
  await execute(executionId)
  const [row] = await services.db.select().from(executions).where(eq(executions.id, executionId))
  return { row: row!, created }
}
const type = (selector: string, value: string) =>
  ({ type: 'change', name: `Type ${value}`, selectors: [selector], value }) satisfies Action
const read = (showSecrets?: boolean) =>
  ({
    type: 'extractText',
    name: 'Read',
    selectors: ['#echo'],
    output: 'echo',
    ...(showSecrets && { showSecrets }),
  }) satisfies Action

describe('a secret of the account in a run', () => {
  beforeEach(() => saveSecret(bed.service.services, ada, 'shopPassword', 'correct horse'))

  test('is typed, and masked in what the steps read', async () => {
    const { row } = await run([
      type('#password', '${secrets.shopPassword}'),
      { type: 'assert', name: 'Typed', selectors: ['#echo'], text: 'correct horse' },
      read(),
      { type: 'extract', name: 'Table', table: ['table'], output: 'rows' },
    ])
    expect(row).toMatchObject({
      error: null,
      extractedData: { echo: 'You typed ***', rows: [{ Value: 'You typed ***' }] },
    })
    expect(JSON.stringify(row)).not.toContain('correct horse')
  })

  test('is shown in what a step reads where the step asks for it', async () => {
    const { row } = await run([type('#password', '${secrets.shopPassword}'), read(true)])
    expect(row.extractedData).toEqual({ echo: 'You typed correct horse' })
  })

  test('is printed in no PDF, and still on the page afterwards', async () => {
    bed.page += `<p id=seen></p><script>onbeforeprint = () => {
      const shown = (element) => getComputedStyle(element).visibility
      seen.textContent = [echo, cell, password, document.querySelector('h1')].map(shown).join()
    }</script>`
    const { row } = await run([
      type('#password', '${secrets.shopPassword}'),
      { type: 'pdf', name: 'Print' },
      { ...read(), name: 'Seen', selectors: ['#seen'], output: 'seen' },
      { type: 'assert', name: 'Shown', selectors: ['#echo'], text: 'correct horse' },
      { type: 'assert', name: 'Visible', selectors: ['#cell'] },
    ])
    expect(row).toMatchObject({ error: null, extractedData: { seen: 'hidden,hidden,hidden,visible' } })
  })

  test('is masked in the error of the run', async () => {
    const { row } = await run([
      { type: 'navigate', name: 'Leave', url: new URL('/', bed.site.url).href + '${secrets.shopPassword}' },
    ])
    expect(row.error).toContain('***')
    expect(JSON.stringify(row)).not.toContain('correct horse')
  })

  test('that is not there fails the run by its name, before anything is opened', async () => {
    const { row } = await run([type('#password', '${secrets.another}')])
    expect(row.error).toBe('There is no secret "another"')
    expect(row.steps.filter(({ status }) => status === 'completed')).toEqual([])
  })

  test('of another account is not there', async () => {
    await saveSecret(bed.service.services, { ...ada, ownerId: 'bob' }, 'bobs', 'his own')
    const { row } = await run([type('#password', '${secrets.bobs}')])
    expect(row.error).toBe('There is no secret "bobs"')
  })
})

/** Whether the steps have read the present code: the page shows its digits apart, so that none of it is masked. */
const isCurrent = ({ extractedData }: { extractedData: ExtractedData }) =>
  totp.validate({ token: JSON.stringify(extractedData['echo']).replaceAll(/\D/g, ''), window: 1 }) !== null

describe('an authenticator in a run', () => {
  const readCode = { type: 'assert', name: 'Code', selectors: ['#typed'] } satisfies Action
  beforeEach(() => {
    bed.page = `<label>Code <input id=code></label><p id=echo></p>
      <script>code.oninput = () => { echo.textContent = code.value.split('').join(' ') }</script>`
  })

  test('of a variable gives its steps the present code, and shows its key nowhere', async () => {
    const { row, created } = await run([type('#code', '${code}'), read()], {
      variables: { code: { kind: 'totp', default: totp.toString() } },
    })
    expect(row.error).toBeNull()
    expect(isCurrent(row)).toBe(true)
    expect(created.variables).toEqual({ code: { kind: 'totp', secret: true, default: '[redacted]' } })
    expect(JSON.stringify([row, created])).not.toContain(totp.secret.base32)
  })

  test('of a secret gives its steps the present code', async () => {
    await saveSecret(bed.service.services, ada, 'shop', totp.toString())
    const { row } = await run([type('#code', '${secrets.shop.totp}'), read()])
    expect(row.error).toBeNull()
    expect(isCurrent(row)).toBe(true)
  })

  test('that is none fails its step and says so', async () => {
    await saveSecret(bed.service.services, ada, 'shop', 'a password!')
    const { row } = await run([type('#code', '${secrets.shop.totp}'), readCode])
    expect(row.error).toContain('the secret "shop" is not an otpauth:// URI or a key in base32')
  })
})
