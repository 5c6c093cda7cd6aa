import { nameText } from '@waypost/http'
import { z } from 'zod'
import type { automations } from '../db/tables.ts'
import { actionSchema, listedActionSchema } from './action.ts'
import { lastRun } from './last-run.ts'
import { listActions } from './nesting/list-actions.ts'
import { nestingDepth } from './nesting/nesting-depth.ts'
import { browserSettings } from './settings/browser-settings.ts'
import { login } from './settings/login.ts'
import { showValidation, validation } from './validations/validation.ts'
import { showVariables, variables } from './variables/variables.ts'

const isoTime = z.iso.datetime()
const name = nameText(200)
const description = z.string().max(2000).nullable()

const MOST_ACTIONS = 200
const DEEPEST = 5

// Names tell actions apart, wherever they are: what runs learn about their elements is stored by name.
// Enough for the ways in which people ask for one thing.
const phrases = z
  .array(nameText(200))
  .max(30)
  .describe('What people say when they mean it: a request in one of these words means this automation')

const actions = z
  .array(actionSchema)
  .min(1)
  .max(MOST_ACTIONS)
  .refine((list) => listActions(list).length <= MOST_ACTIONS, {
    message: `must contain no more than ${MOST_ACTIONS} elements, with the steps within steps`,
    params: { rule: 'arrayMaxSize' },
  })
  .refine((list) => nestingDepth(list) <= DEEPEST, {
    message: `must have steps within steps on no more than ${DEEPEST} levels`,
    params: { rule: 'maxDepth' },
  })
  .refine(
    (list) => new Set(listActions(list).map(({ name: each }) => each)).size === listActions(list).length,
    {
      message: 'must have a different name each',
      params: { rule: 'arrayUnique' },
    },
  )

// The steps whose screenshots are kept: `key` for navigations, failures and the end; all; or none.
const screenshots = z.enum(['key', 'all', 'none'])

// The runs that leave a trace for Playwright's viewer: the ones that failed, of the moment when they did; all, from their
// beginning; or none. Runs with secrets leave none.
const trace = z.enum(['failures', 'all', 'none'])

export const automation = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  phrases: phrases.optional(),
  actions: z.array(actionSchema),
  variables,
  screenshots,
  browser: browserSettings.optional(),
  trace: trace.optional(),
  login: login.optional(),
  version: z.number().int(),
  isDraft: z.boolean().describe('Generated, and does not run before it is validated'),
  validation: validation.nullable().describe('The result of validating the current steps'),
  createdAt: isoTime,
  updatedAt: isoTime,
})

/** An automation without the contents of its files. */
export const listedAutomation = automation.extend({
  actions: z.array(listedActionSchema),
  lastRun: lastRun
    .nullable()
    .optional()
    .describe('In a list, where `include=lastRun` asks for it: its newest execution; null without any'),
})

export const newAutomation = z.strictObject({
  name,
  description: description.optional(),
  phrases: phrases.optional(),
  actions,
  variables: variables.optional(),
  screenshots: screenshots.optional(),
  browser: browserSettings.nullish(),
  trace: trace.optional(),
  login: login.nullish(),
})
export const automationChange = newAutomation.partial()

export type Automation = z.infer<typeof automation>
export type ListedAutomation = z.infer<typeof listedAutomation>

/** @param shownActions the row's actions, in the form of the response */
export function toAutomation<Actions>(
  row: typeof automations.$inferSelect,
  shownActions: Actions,
): Omit<Automation, 'actions'> & { actions: Actions } {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    ...(row.phrases.length > 0 && { phrases: row.phrases }),
    actions: shownActions,
    variables: showVariables(row.variables),
    screenshots: row.screenshots,
    ...(row.browser && { browser: row.browser }),
    ...(row.trace && { trace: row.trace }),
    ...(row.login && { login: row.login }),
    version: row.version,
    isDraft: row.isDraft,
    validation: showValidation(row.validation),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
