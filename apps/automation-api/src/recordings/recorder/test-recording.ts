import type { Page } from 'playwright-core'
import { newId } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import { serveLiveViews, type LiveViewServer } from '../../runner/live/serve-live-views.ts'
import { openTestView, type TestView } from '../../runner/live/test-live-view.ts'
import type { RecorderTold, ShownStep } from '../../runner/live/recorder-messages.ts'
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
  key(...keys: string[]): void
  type(text: string): void
  steps(): ShownStep[]
  /** As a person reads them. */
  words(): string[]
  until(is: (steps: ShownStep[]) => boolean): Promise<ShownStep[]>
  told<Type extends RecorderTold['type']>(type: Type): Promise<Told<Type>>
  get(): Promise<Recording>
  finish(): Promise<Recording>
  ended: Promise<void>
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

  /** The same, and takes control of its browser. */
  async function begin(...asked: Parameters<typeof start>): Promise<TestRecording> {
    const { id, ownerId, headers, ended } = await start(...asked)
    await waitFor('the browser', () => live.runs.find(id)?.isHandedOver)
    const opened = await ask('POST', `/api/v1/recordings/${id}/live-view`, headers)
    expect(opened.statusCode).toBe(201)
    const view = await openTestView(origin.replace('http', 'ws') + opened.json<{ url: string }>().url)
    view.send({ type: 'takeControl' })
    await view.until(({ control }) => control === 'yours')
    const told = view.told as unknown as RecorderTold[]
    const steps = () => told.findLast((each) => each.type === 'steps')?.steps ?? []
    const get = async () => (await ask('GET', `/api/v1/recordings/${id}`, headers)).json<Recording>()
    const until = async (is: (now: ShownStep[]) => boolean) => {
      await waitFor('the steps', () => is(steps()), 60_000).catch((error: unknown) => {
        throw new Error(
          `${String(error)}: ${JSON.stringify(told.filter(({ type }) => type !== 'steps'))} ${JSON.stringify(steps())}`,
        )
      })
      return steps()
    }
    const recording: TestRecording = {
      id,
      ownerId,
      headers,
      view,
      ended,
      page: () => live.runs.find(id)!.context.pages().at(-1)!,
      async press(selector, { clickCount = 1, button = 'left' } = {}) {
        const box = await recording.page().locator(selector).boundingBox()
        const at = { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2, button }
        view.send({ type: 'move', x: at.x, y: at.y })
        for (let count = 1; count <= clickCount; count += 1) {
          view.send({ type: 'press', ...at, clickCount: count })
          view.send({ type: 'release', ...at, clickCount: count })
        }
      },
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
        return (await waitFor(type, () => told.findLast((each) => each.type === type))) as never
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
  return { ...runner, start, begin, ask, live: () => live }
}
