import { describe, expect, it } from 'vitest'
import { actionSchema } from './action.ts'

const selectors = ['#a']
const file = { name: 'a.txt', contentType: 'text/plain', contentBase64: 'aGk=' }

function pathsRefusedIn(input: unknown): string[] {
  return actionSchema.safeParse(input).error?.issues.map((issue) => issue.path.join('.')) ?? []
}

describe('an action', () => {
  it.each([
    { path: 'name', input: { name: '', type: 'click', selectors } },
    { path: 'name', input: { name: 'x'.repeat(101), type: 'click', selectors } },
    { path: 'type', input: { name: 'a', type: 'customStep' } },
    { path: '', input: { name: 'a', type: 'click', selectors, speed: 2 } },
    { path: '', input: { name: 'a', type: 'keyDown', key: 'a', frame: [0] } },
    { path: 'button', input: { name: 'a', type: 'click', selectors, button: 'right' } },
    { path: 'deviceType', input: { name: 'a', type: 'doubleClick', selectors, deviceType: 'eye' } },
    { path: 'offsetX', input: { name: 'a', type: 'click', selectors, offsetX: '1' } },
    { path: 'duration', input: { name: 'a', type: 'click', selectors, duration: 60_001 } },
    { path: 'frame.1', input: { name: 'a', type: 'hover', selectors, frame: [0, -1] } },
    { path: 'target', input: { name: 'a', type: 'close', target: '' } },
    {
      path: 'assertedEvents.0.type',
      input: { name: 'a', type: 'close', assertedEvents: [{ type: 'load' }] },
    },
    { path: 'key', input: { name: 'a', type: 'keyUp', key: '' } },
    { path: 'y', input: { name: 'a', type: 'scroll', y: 1e9 } },
    { path: 'width', input: { name: 'a', type: 'setViewport', width: 0, height: 1 } },
    { path: 'height', input: { name: 'a', type: 'setViewport', width: 1 } },
    {
      path: 'latency',
      input: { name: 'a', type: 'emulateNetworkConditions', download: 1, upload: 1, latency: -1 },
    },
    { path: 'count', input: { name: 'a', type: 'waitForElement', selectors, count: 0.5 } },
    { path: 'operator', input: { name: 'a', type: 'waitForElement', selectors, operator: '>' } },
    { path: 'attributes.a', input: { name: 'a', type: 'waitForElement', selectors, attributes: { a: 1 } } },
    { path: 'url', input: { name: 'a', type: 'waitForUrl', url: '' } },
    { path: 'values', input: { name: 'a', type: 'select', selectors, values: 'a' } },
    { path: 'file', input: { name: 'a', type: 'upload', selectors } },
    { path: 'file', input: { name: 'a', type: 'upload', selectors, file, artifact: '${outputs.a}' } },
    { path: 'artifact', input: { name: 'a', type: 'upload', selectors, artifact: 'report.csv' } },
    { path: 'file.name', input: { name: 'a', type: 'upload', selectors, file: { ...file, name: '../a' } } },
    {
      path: 'file.contentType',
      input: { name: 'a', type: 'upload', selectors, file: { ...file, contentType: 'text' } },
    },
    {
      path: 'file.contentBase64',
      input: { name: 'a', type: 'upload', selectors, file: { ...file, contentBase64: 'not base64' } },
    },
    {
      path: 'file.contentBase64',
      input: { name: 'a', type: 'upload', selectors, file: { ...file, contentBase64: 'A'.repeat(700_000) } },
    },
    { path: 'url', input: { name: 'a', type: 'navigate', url: 'file:///${path}' } },
    { path: 'url', input: { name: 'a', type: 'navigate', url: '${scheme' } },
    { path: 'url', input: { name: 'a', type: 'navigate', url: '$${url}' } },
    { path: 'timeoutMs', input: { name: 'a', type: 'click', selectors, timeoutMs: 0 } },
    { path: 'optional', input: { name: 'a', type: 'click', selectors, optional: 'yes' } },
    { path: 'rows', input: { name: 'a', type: 'extract', output: 'a', fields: { a: {} } } },
    { path: 'fields', input: { name: 'a', type: 'extract', output: 'a', rows: selectors } },
    {
      path: 'fields',
      input: { name: 'a', type: 'extract', output: 'a', rows: selectors, fields: { a: { column: 'A' } } },
    },
    { path: 'locale', input: { name: 'a', type: 'extract', output: 'a', table: selectors, locale: 'de_DE' } },
    { path: 'fileName', input: { name: 'a', type: 'pdf', fileName: '../a' } },
    { path: 'fullPage', input: { name: 'a', type: 'screenshot', selectors, fullPage: true } },
    { path: 'to', input: { name: 'a', type: 'drag', selectors } },
    { path: 'answer', input: { name: 'a', type: 'dialog', answer: 'ok' } },
    { path: '', input: { name: 'a', type: 'switchWindow', url: 'a', title: 'b' } },
    { path: 'durationMs', input: { name: 'a', type: 'wait', durationMs: 300_001 } },
    { path: 'message', input: { name: 'a', type: 'handOver', message: '' } },
    { path: 'timeoutMs', input: { name: 'a', type: 'handOver', message: 'a', timeoutMs: 900_001 } },
    { path: 'output', input: { name: 'a', type: 'waitForEmail', address: 'a@b.c', pattern: 'a' } },
    {
      path: 'pattern',
      input: { name: 'a', type: 'waitForEmail', address: 'a@b.c', pattern: '(', output: 'a' },
    },
    // A key as it is would be stored with the steps.
    {
      path: 'apiKey',
      input: {
        name: 'a',
        type: 'waitForEmail',
        address: 'a@b.c',
        pattern: 'a',
        output: 'a',
        apiKey: 'jm_live_a',
      },
    },
    { path: '', input: { name: 'a', type: 'assert' } },
    { path: 'selectors', input: { name: 'a', type: 'assert', count: 1 } },
    ...[{}, { present: selectors, url: 'a' }, { variable: 'a' }, { text: 'a', equals: 'b' }].map(
      (condition) => ({
        path: 'condition',
        input: { name: 'a', type: 'if', condition, steps: [{ name: 'b', type: 'back' }] },
      }),
    ),
    {
      path: 'steps',
      input: { name: 'a', type: 'if', condition: { url: 'a' }, steps: [] },
    },
    { path: '', input: { name: 'a', type: 'repeat', steps: [{ name: 'b', type: 'back' }] } },
    {
      path: 'steps.0.steps.0.url',
      input: {
        name: 'a',
        type: 'repeat',
        times: 2,
        steps: [
          {
            name: 'b',
            type: 'forEach',
            in: 'a',
            as: 'b',
            steps: [{ name: 'c', type: 'navigate', url: 'x' }],
          },
        ],
      },
    },
    { path: 'timeoutMs', input: { name: 'a', type: 'click', selectors, timeoutMs: 60_001 } },
    { path: 'url', input: { name: 'a', type: 'navigate', url: 'file:///etc/passwd' } },
    { path: 'url', input: { name: 'a', type: 'navigate', url: 'javascript:alert(1)' } },
    { path: 'url', input: { name: 'a', type: 'navigate', url: 'example.com' } },
    ...[[], ['4xx'], ['599-500'], [99], 404].map((expectStatus) => ({
      path: Array.isArray(expectStatus) && expectStatus.length > 0 ? 'expectStatus.0' : 'expectStatus',
      input: { name: 'a', type: 'navigate', url: 'https://example.com', expectStatus },
    })),
    { path: 'url', input: { name: 'a', type: 'navigate', url: `https://example.com/${'x'.repeat(2048)}` } },
    { path: 'selectors', input: { name: 'a', type: 'click', selectors: [] } },
    {
      path: 'selectors',
      input: { name: 'a', type: 'click', selectors: Array.from({ length: 21 }, () => '#a') },
    },
    { path: 'selectors.0', input: { name: 'a', type: 'click', selectors: [[]] } },
    { path: 'selectors.0', input: { name: 'a', type: 'click', selectors: [''] } },
    { path: 'value', input: { name: 'a', type: 'change', selectors } },
    { path: 'visible', input: { name: 'a', type: 'waitForElement', selectors, visible: 'no' } },
    { path: 'output', input: { name: 'a', type: 'extractText', selectors, output: 'the price' } },
    { path: 'output', input: { name: 'a', type: 'extractText', selectors, output: '__proto__' } },
    { path: 'pattern', input: { name: 'a', type: 'extractText', selectors, output: 'b', pattern: '(' } },
    {
      path: 'pattern',
      input: { name: 'a', type: 'extractText', selectors, output: 'b', pattern: 'x'.repeat(501) },
    },
  ])('is refused for its $path: $input', ({ path, input }) => {
    expect(pathsRefusedIn(input)).toEqual([path])
  })
})
