import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Action } from '../../automations/action.ts'
import { createAutomation } from '../../automations/create-automation.ts'
import type { Variables } from '../../automations/variables/variables.ts'
import { startTestApp, type TestApp } from '../../test-app.ts'
import type { Moment } from './values/dates.ts'
import { matchIntent } from './match-intent.ts'

export const open = (url: string): Action => ({ type: 'navigate', name: 'Open the page', url })
export const enter = (variable: string, field: string): Action => ({
  type: 'change',
  name: `Fill in ${field}`,
  selectors: [`aria/${field}`],
  value: `\${${variable}}`,
})
export const press = (label: string): Action => ({
  type: 'click',
  name: `Click ${label}`,
  selectors: [`aria/${label}`],
})
export const read = (output: string): Action => ({
  type: 'extractText',
  name: `Read ${output}`,
  selectors: [`#${output}`],
  output,
})

interface Bed {
  service: TestApp
  /** A new owner without automations for each test. */
  ownerId: string
}

/** For tests: an owner's automations, and the matches of their texts. */
export function openMatchingBed() {
  const bed = {} as Bed
  beforeAll(async () => {
    bed.service = await startTestApp()
  })
  afterAll(() => bed.service.close())
  beforeEach(() => {
    bed.ownerId = newId()
  })
  const actor = (owner = bed.ownerId) => ({ ownerId: owner, keyId: null, ip: '127.0.0.1' })
  async function create(
    name: string,
    actions: Action[],
    {
      description,
      phrases,
      variables,
      owner = bed.ownerId,
    }: { description?: string; phrases?: string[]; variables?: Variables; owner?: string } = {},
  ): Promise<string> {
    const { id } = await createAutomation(bed.service.services, actor(owner), {
      name,
      actions,
      ...(description && { description }),
      ...(phrases && { phrases }),
      ...(variables && { variables }),
    })
    return id
  }
  return {
    bed,
    actor,
    create,
    match: (text: string, given?: Record<string, string>, moment?: Moment) =>
      matchIntent(bed.service.services, bed.ownerId, text, given, moment),
    weather: (owner?: string) =>
      create(
        'Weather forecast for a city',
        [open('https://metwatch.example/'), enter('city', 'City'), press('Show'), read('temperature')],
        { description: 'Temperature and outlook for the coming days.', ...(owner && { owner }) },
      ),
    balance: (bank: string) =>
      create(`Account balance at ${bank}`, [open(`https://${bank.toLowerCase()}.example/`), read('balance')]),
  }
}
