import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestBrowser } from '../../browser/test-browser.ts'
import type { RunnerBrowser } from '../../browser/runner-browser.ts'
import { healElement } from '../heal-element.ts'
import { type ModelServer, startModelServer } from './model-server.ts'
import { rankersWithModel } from './rankers-with-model.ts'
import { recordElement } from '../record-element.ts'

const FORM = `
  <label for="mail">Mail</label> <input id="mail">
  <button id="save" type="button">Save draft</button> <button id="print" type="button">Print draft</button>`

let browser: RunnerBrowser
let context: BrowserContext
let page: Page
let server: ModelServer

beforeAll(async () => {
  browser = await openTestBrowser()
  server = await startModelServer()
  context = await browser.newContext()
  page = await context.newPage()
})
afterAll(async () => {
  await context.close()
  await browser.close()
  await server.close()
})

it('a step of a real page is healed unless the model objects, and the model gets nothing that was typed', async () => {
  await page.setContent(FORM)
  const recorded = await recordElement(page.locator('#save'), { timeoutMs: 60_000 })
  await page.setContent(FORM.replace('id="save"', 'id="keep" class="new"'))
  await page.locator('#mail').fill('typed@by.user')
  const lost = { type: 'click', selectors: ['#save'], recorded: { ...recorded, alternatives: [] } }
  const rankers = rankersWithModel({
    baseUrl: server.baseUrl,
    model: 'small',
    timeoutMs: 60_000,
    maxCandidates: 15,
  })

  server.answer = ({ candidates }) => ({
    scores: candidates.map(({ index, name }) => ({ index, score: Number(name === 'Save draft') })),
    noneOfThem: 0,
  })
  expect(await healElement(page, lost, rankers)).toMatchObject({
    outcome: 'persist',
    recorded: { fingerprint: { id: 'keep' } },
  })

  server.answer = ({ candidates }) => ({
    scores: candidates.map(({ index }) => ({ index, score: 0 })),
    noneOfThem: 1,
  })
  const failed = await healElement(page, lost, rankers)
  expect(failed.outcome === 'failed' && failed.candidates[0]).toMatchObject({ text: 'Save draft' })

  expect(server.questions).toHaveLength(2)
  expect(JSON.stringify(server.questions)).not.toContain('typed')
})
