import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { actionSchema, type Action } from '../action.ts'
import { listActions } from '../nesting/list-actions.ts'
import { exportRecording } from './export-recording.ts'
import { createGenerator } from './generate-recording.ts'
import { importRecording, type ImportedRecording } from './import-recording.ts'
import { RECORDED_TYPES } from './recording.ts'

function load(json: unknown): ImportedRecording {
  const { imported, issues } = importRecording(json)
  if (!imported) throw new Error(JSON.stringify(issues))
  return imported
}

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const selectors = ['#a', ['#host', 'aria/b']]
const OWN: Action[] = [
  { name: 'Read', type: 'extractText', selectors, output: 'a', multiple: true, pattern: 'b', frame: [1] },
  { name: 'Choose', type: 'select', selectors, values: ['a', 'b'], target: 'https://a.test/' },
  {
    name: 'Send a file',
    type: 'upload',
    selectors,
    file: { name: '${file}.txt', contentType: 'text/plain', contentBase64: 'aGk=' },
    assertedEvents: [{ type: 'navigation', url: 'https://a.test/sent' }],
  },
  { name: 'Send a report', type: 'upload', selectors, artifact: '${outputs.report}' },
  { name: 'Open', type: 'navigate', url: 'https://a.test/gone', expectStatus: [404, '500-599'] },
  { name: 'Arrive', type: 'waitForUrl', url: 'https://a.test/*', timeoutMs: 60_000 },
  { name: 'Accept', type: 'click', selectors, optional: true },
  { name: 'Keep', type: 'waitForDownload', output: 'report', fileName: 'a.pdf' },
  { name: 'Print', type: 'pdf', format: 'A5', landscape: true },
  { name: 'Show', type: 'screenshot', fullPage: true, output: 'picture' },
  { name: 'Back', type: 'back' },
  { name: 'Forward', type: 'forward' },
  { name: 'Again', type: 'reload', expectStatus: [304] },
  { name: 'Tick', type: 'check', selectors },
  { name: 'Untick', type: 'uncheck', selectors, frame: [0] },
  { name: 'Keys', type: 'press', key: 'Control+A', selectors },
  { name: 'Window', type: 'switchWindow', title: 'Pay*' },
  { name: 'Pause', type: 'wait', durationMs: 1000 },
  { name: 'Expect', type: 'assert', selectors, operator: '>=', count: 2, message: 'Too few' },
  { name: 'Solve', type: 'handOver', message: 'Solve it', timeoutMs: 600_000 },
  {
    name: 'Code',
    type: 'waitForEmail',
    address: 'a@b.test',
    pattern: 'a',
    output: 'code',
    timeoutMs: 90_000,
  },
  {
    name: 'Every page',
    type: 'repeat',
    until: { absent: selectors },
    max: 5,
    steps: [
      { name: 'List', type: 'extract', rows: selectors, fields: { a: { type: 'money' } }, output: 'b' },
      {
        name: 'Each',
        type: 'forEach',
        in: 'b',
        as: 'row',
        optional: true,
        steps: [
          { name: 'Next', type: 'click', selectors, timeoutMs: 45_000 },
          {
            name: 'Sure?',
            type: 'if',
            condition: { variable: 'c', equals: '' },
            steps: [{ name: 'Yes', type: 'dialog', answer: 'accept' }],
            else: [{ name: 'Drag', type: 'drag', selectors, to: { selectors } }],
          },
        ],
      },
    ],
  },
]

describe('a recording', () => {
  it.each(['shop-search', 'checkout-frames', 'slow-popup'])(
    'of Chrome is exported unchanged: %s',
    async (name) => {
      const file = JSON.parse(
        await readFile(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'),
      ) as unknown
      const imported = load(file)
      expect(imported.unsupported).toEqual([])
      expect(exportRecording(imported)).toStrictEqual(file)
    },
  )

  it('of any steps of the format is exported unchanged', () => {
    const { recording } = createGenerator(1)
    const types = new Set<string>()
    for (let count = 0; count < 200; count++) {
      const made = recording()
      const imported = load(made)
      expect(imported.unsupported).toEqual([])
      expect(throughJson(exportRecording(imported))).toStrictEqual(made)
      for (const { type } of imported.actions) types.add(type)
    }
    expect(types.size).toBe(12)
  })
})

it('every type of step is among those that are exported and imported again', () => {
  const own = new Set<string>(listActions(OWN).map(({ type }) => type))
  const lacking = actionSchema.options
    .map(({ shape }) => shape.type.value)
    .filter((type) => !own.has(type) && !RECORDED_TYPES.has(type))
  expect(lacking).toEqual([])
})

describe('an automation', () => {
  it('of any actions is imported unchanged from its export', () => {
    const { recording, maybe, oneOf, onElement } = createGenerator(2)
    for (let count = 0; count < 200; count++) {
      const { name, actions: recorded, recording: settings } = load(recording())
      const actions = [
        ...recorded,
        ...OWN,
        { name: 'Click the middle', type: 'click', selectors } as const,
        { name: 'Click a height', type: 'click', selectors, offsetY: 1 } as const,
        { name: 'Resize', type: 'setViewport', width: 1, height: 1, isMobile: true } as const,
        ...load({ title: 'a', steps: [{ type: 'hover', ...onElement() }] }).actions,
      ].map((action, index): Action => {
        // Some keep the name that the import gave them.
        const changes = maybe({
          name: () => `Step ${index}`,
          timeoutMs: () => oneOf(1, 30_000, 30_001, 60_000),
        })
        return {
          ...action,
          ...(index < recorded.length ? changes : { name: `${index} ${action.name}`, ...changes }),
        }
      })
      const exported = throughJson(exportRecording({ name, actions, recording: settings }))
      const imported = load(exported)
      expect(imported).toStrictEqual({ name, actions, recording: settings, settings: {}, unsupported: [] })
    }
  })

  it('is exported with its other settings', () => {
    const settings = { description: 'For the shop', variables: { q: { default: 'a' } } }
    const exported = exportRecording({ name: 'Shop', actions: OWN, settings })
    expect(load(throughJson(exported))).toMatchObject({ actions: OWN, settings })
  })

  it('is exported with everything that the format requires, and with its action names', () => {
    const [click] = exportRecording({
      name: 'Shop',
      actions: [{ name: 'Buy', type: 'click', selectors: ['#a'], timeoutMs: 45_000 }],
    }).steps
    expect(click).toStrictEqual({
      type: 'click',
      selectors: ['#a'],
      offsetX: 1,
      offsetY: 1,
      timeout: 30_000,
      waypost: { name: 'Buy', timeoutMs: 45_000, omitted: ['offsetX', 'offsetY'] },
    })
  })

  it('has actions that the format lacks exported as custom steps', () => {
    const [read, , upload] = exportRecording({ name: 'Shop', actions: OWN }).steps
    const parameters = { name: 'Read', selectors, output: 'a', multiple: true, pattern: 'b' }
    expect(read).toStrictEqual({ type: 'customStep', name: 'waypost.extractText', frame: [1], parameters })
    expect(upload).toMatchObject({ name: 'waypost.upload', assertedEvents: [{ type: 'navigation' }] })
  })
})
