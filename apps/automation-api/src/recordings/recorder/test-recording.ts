import type { Locator, Page } from 'playwright-core'
import { newId } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import { serveLiveViews, type LiveViewServer } from '../../runner/live/serve-live-views.ts'
import { openTestView, type TestView } from '../../runner/live/test-live-view.ts'
import type { RecorderTold, ShownStep } from '@waypost/live-view'
import { openRunnerBed } from '../../runner/test-runner.ts'
import { claimRecording } from '../claim-recording.ts'
import type { newRecording, Recording } from '../recording.ts'
import { record, type RecordOptions } from './record.ts'
import type { z } from 'zod'

type Told<Type> = Extract<RecorderTold, { type: Type }>

/** For tests: a recording under way, with a view whose person has control. */
export interface TestRecording {
  id: string
  ownerId: string
  headers: Record<string, string>
  view: TestView
  /** The page of the recording, to look at. */
  page(): Page
  press(selector: string, options?: { clickCount?: number; button?: 'left' | 'right' }): Promise<void>
  /** The same within a frame. */
  pressIn(frame: string, selector: string): Promise<void>
  drag(dragged: string, onto: string): Promise<void>
  key(...keys: string[]): void
  type(text: string): void
  steps(): ShownStep[]
  /** As a person reads them. */
  words(): string[]
  until(is: (steps: ShownStep[]) => boolean): Promise<ShownStep[]>
  told<Type extends RecorderTold['type']>(type: Type): Promise<Told<Type>>
  get(): Promise<Recording>
  finish(): Promise<Recording>
  ended: Promise<unknown>
}

async function centreOf(element: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await element.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

export function openRecorderBed(pages: Parameters<typeof openRunnerBed>[1] = {}, options = {}) {
  const runner = openRunnerBed(
    { url: 'https://hooks.test/', events: ['automation.completed'] },
    pages,
    options,
  )
  const { bed, asRunner } = runner
  let live: LiveViewServer
  let origin: string
  beforeAll(async () => {
    live = await serveLiveViews(bed.service.services, { host: '127.0.0.1', port: 0, name: '127.0.0.1' })
    origin = await bed.service.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => live.close())

  const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, headers: object, payload?: object) =>
    bed.service.app.inject({
      method,
      url,
      headers: headers as Record<string, string>,
      ...(payload && { payload }),
    })

  /** Lets a runner work on a new recording. */
  async function start(
    asked: z.infer<typeof newRecording> = { url: `${bed.site.url}/` },
    given: Partial<RecordOptions> = {},
    ownerId = newId(),
  ) {
    const headers = await bed.service.key(
      ownerId,
      'automation:read',
      'automation:write',
      'automation:execute',
    )
    const created = await ask('POST', '/api/v1/recordings', headers, asked)
    expect(created.json()).toMatchObject({ status: 'pending', error: null })
    const { id } = created.json<Recording>()
    const row = await claimRecording(asRunner(), live.runs.address)
    const ended = record(asRunner(), row!, {
      browsers: bed.browsers,
      live: live.runs,
      logger: { error: (...said: unknown[]) => console.error(...said) },
      signal: new AbortController().signal,
      heartbeatMs: 50,
      ...given,
    })
    return { id, ownerId, headers, ended }
  }

  async function openView(id: string, headers: object): Promise<TestView> {
    const opened = await ask('POST', `/api/v1/recordings/${id}/live-view`, headers)
    expect(opened.statusCode).toBe(201)
    return openTestView(origin.replace('http', 'ws') + opened.json<{ url: string }>().url)
  }

  /** The same, and takes control of its browser. */
  async function begin(...asked: Parameters<typeof start>): Promise<TestRecording> {
    const { id, ownerId, headers, ended } = await start(...asked)
    await waitFor('the browser', () => live.runs.find(id)?.isHandedOver)
    const view = await openView(id, headers)
    view.send({ type: 'takeControl' })
    await view.until(({ control }) => control === 'yours')
    const told = view.told as unknown as RecorderTold[]
    const steps = () => told.findLast((each) => each.type === 'steps')?.steps ?? []
    const get = async () => (await ask('GET', `/api/v1/recordings/${id}`, headers)).json<Recording>()
    const waitForTold = <Found>(what: string, find: () => Found | undefined | false) =>
      waitFor(what, find).catch((error: unknown) => {
        const lately = told
          .slice(-12)
          .map((each) => (each.type === 'steps' ? each.steps.map(({ name }) => name) : each))
        throw new Error(`${String(error)}, after ${JSON.stringify(lately)}`)
      })
    const until = async (is: (now: ShownStep[]) => boolean) => {
      await waitForTold('the steps', () => is(steps()))
      return steps()
    }
    const pressAt = (
      { x, y }: { x: number; y: number },
      { clickCount = 1, button = 'left' }: { clickCount?: number; button?: 'left' | 'right' } = {},
    ): void => {
      view.send({ type: 'move', x, y })
      for (let count = 1; count <= clickCount; count += 1) {
        view.send({ type: 'press', x, y, button, clickCount: count })
        view.send({ type: 'release', x, y, button, clickCount: count })
      }
    }
    const recording: TestRecording = {
      id,
      ownerId,
      headers,
      view,
      ended,
      page: () => live.runs.find(id)!.context.pages().at(-1)!,
      pressIn: async (frame, selector) =>
        pressAt(await centreOf(recording.page().frameLocator(frame).locator(selector))),
      async drag(dragged, onto) {
        const from = await centreOf(recording.page().locator(dragged))
        const to = await centreOf(recording.page().locator(onto))
        const how = { button: 'left', clickCount: 1 } as const
        view.send({ type: 'press', ...from, ...how })
        // As a hand does: a drag begins with the first movement.
        for (const part of [0.2, 0.6, 1])
          view.send({
            type: 'move',
            x: from.x + (to.x - from.x) * part,
            y: from.y + (to.y - from.y) * part,
          })
        view.send({ type: 'release', ...to, ...how })
      },
      press: async (selector, how) => pressAt(await centreOf(recording.page().locator(selector)), how),
      key(...keys) {
        for (const key of keys) {
          view.send({ type: 'keyDown', key })
          view.send({ type: 'keyUp', key })
        }
      },
      type(text) {
        recording.key(...text.split(''))
      },
      steps,
      words: () => steps().map(({ name, detail }) => (detail ? `${name}: ${detail}` : name)),
      until,
      async told(type) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- found by its type
        return (await waitForTold(type, () => told.findLast((each) => each.type === type))) as never
      },
      get,
      async finish() {
        view.send({ type: 'finish' })
        await ended
        return get()
      },
    }
    if (asked[0]?.automationId === undefined) await until(([first]) => first?.type === 'navigate')
    return recording
  }
  return { ...runner, start, begin, openView, ask, live: () => live }
}
