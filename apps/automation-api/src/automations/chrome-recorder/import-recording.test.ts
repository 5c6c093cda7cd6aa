import { describe, expect, it } from 'vitest'
import { importRecording } from './import-recording.ts'

const selectors = [['#a'], ['aria/Save']]
const click = { type: 'click', selectors, offsetX: 1, offsetY: 2 }
const load = (...steps: unknown[]) => importRecording({ title: 'Recording', steps })
const pathsOf = (json: unknown) => importRecording(json).issues?.map(({ path }) => path.join('.'))

describe('an import', () => {
  it('names every step by its type and position', () => {
    const steps = [
      { type: 'navigate', url: 'https://shop.test:8443/a' },
      { type: 'click', selectors: [['#a'], ['aria/Log  in[role="button"]']], offsetX: 1, offsetY: 1 },
      { type: 'click', selectors: ['#a'], offsetX: 1, offsetY: 1 },
      { type: 'keyDown', key: 'Enter' },
      { type: 'close' },
    ]
    expect(load(...steps).imported?.actions.map(({ name }) => name)).toEqual([
      '1. Open shop.test:8443',
      '2. Click Log in',
      '3. Click #a',
      '4. Press Enter',
      '5. Close the page',
    ])
  })

  it('keeps every alternative selector and every time-out', () => {
    const alternatives = [
      ['#host', 'button'],
      'aria/Save',
      ['xpath///button'],
      ['pierce/button'],
      ['text/Save'],
    ]
    const { imported } = load({ ...click, selectors: alternatives, timeout: 1234 })
    expect(imported?.actions).toMatchObject([{ selectors: alternatives, timeoutMs: 1234 }])
  })

  it.each([
    [{ type: 'waitForExpression', expression: 'true' }, 'expressions are not run in the page'],
    [
      { type: 'customStep', name: 'other.tool', parameters: {} },
      'the custom step "other.tool" belongs to another tool',
    ],
    [
      { type: 'customStep', name: 'waypost.click', parameters: {} },
      'the custom step "waypost.click" belongs to another',
    ],
    [{ type: 'customStep', name: 'waypost.toString', parameters: {} }, 'belongs to another tool'],
    [{ type: 'extractText', selectors, output: 'a' }, 'there is no such step in the format'],
    [{ type: 'teleport' }, 'there is no such step in the format'],
    [
      { type: 'navigate', url: 'chrome://new-tab-page/' },
      'only http and https pages can be opened, not chrome:',
    ],
  ])('names a step that it does not support: %j', (step, reason) => {
    const { imported } = load(click, step, { type: 'close' })
    expect(imported?.actions.map(({ type }) => type)).toEqual(['click', 'close'])
    expect(imported?.unsupported).toEqual([
      { index: 1, type: step.type, reason: expect.stringContaining(reason) as unknown },
    ])
  })

  it('names the properties that it leaves out', () => {
    const { imported } = importRecording({
      title: 'Recording',
      speed: 2,
      steps: [{ ...click, name: 'Save', modifiers: 8 }],
    })
    expect(imported?.unsupported.map(({ index, property }) => [index, property])).toEqual([
      [null, 'speed'],
      [0, 'name'],
      [0, 'modifiers'],
    ])
    expect(imported?.actions).toEqual([
      { name: '1. Click Save', type: 'click', selectors, offsetX: 1, offsetY: 2 },
    ])
  })

  it.each<[unknown, string[]]>([
    [null, ['']],
    [[], ['']],
    [{ steps: [click] }, ['title']],
    [{ title: '', steps: [click] }, ['title']],
    [{ title: 'a' }, ['steps']],
    [{ title: 'a', steps: [] }, ['steps']],
    [{ title: 'a', steps: Array.from({ length: 201 }, () => click) }, ['steps']],
    [{ title: 'a', steps: [click, 'click'] }, ['steps.1']],
    [{ title: 'a', steps: [{ selectors }] }, ['steps.0.type']],
    [{ title: 'a', timeout: 30_001, steps: [click] }, ['timeout']],
    [{ title: 'a', steps: [{ type: 'click' }] }, ['steps.0.selectors']],
    [{ title: 'a', steps: [{ ...click, timeout: 0 }] }, ['steps.0.timeout']],
    [{ title: 'a', steps: [{ ...click, button: 'left' }] }, ['steps.0.button']],
    [{ title: 'a', steps: [{ ...click, frame: ['a'] }] }, ['steps.0.frame.0']],
    [
      { title: 'a', steps: [{ ...click, assertedEvents: [{ type: 'other' }] }] },
      ['steps.0.assertedEvents.0.type'],
    ],
    [{ title: 'a', steps: [{ ...click, waypost: { name: 1 } }] }, ['steps.0.waypost.name']],
    [{ title: 'a', steps: [{ ...click, waypost: { name: '' } }] }, ['steps.0.waypost.name']],
    [{ title: 'a', steps: [1, 2].map(() => ({ ...click, waypost: { name: 'same' } })) }, ['steps.1']],
    [
      { title: 'a', steps: [{ type: 'customStep', name: 'waypost.waitForUrl', parameters: { url: 1 } }] },
      ['steps.0.parameters.url'],
    ],
    [
      { title: 'a', steps: [{ type: 'customStep', name: 'waypost.waitForUrl', timeout: -1 }] },
      ['steps.0.parameters.url', 'steps.0.timeout'],
    ],
  ])('of an invalid recording names the place of the error: %j', (json, paths) => {
    expect(pathsOf(json)?.toSorted()).toEqual(paths)
  })
})
