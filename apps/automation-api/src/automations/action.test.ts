import { describe, expect, it } from 'vitest'
import { actionSchema } from './action.ts'

const selectors = ['#a']

function pathsRefusedIn(input: unknown): string[] {
  return actionSchema.safeParse(input).error?.issues.map((issue) => issue.path.join('.')) ?? []
}

describe('an action', () => {
  it.each([
    { name: 'Open', type: 'navigate', url: 'https://example.com/a?b=c' },
    { name: 'Open', type: 'navigate', url: 'http://127.0.0.1:8080', timeoutMs: 60_000 },
    {
      name: 'Log in',
      type: 'click',
      selectors: ['aria/Log in', ['#host', 'pierce/button'], 'xpath///button'],
    },
    { name: 'Clear', type: 'change', selectors, value: '' },
    { name: 'Wait', type: 'waitForElement', selectors, visible: false, timeoutMs: 1 },
    { name: 'Read', type: 'extractText', selectors, output: 'total_2', multiple: true, pattern: '(\\d+) €' },
  ])('is kept as it was written: $type', (action) => {
    expect(actionSchema.parse(action)).toStrictEqual(action)
  })

  it.each([
    { path: 'name', input: { name: '', type: 'click', selectors } },
    { path: 'name', input: { name: 'x'.repeat(101), type: 'click', selectors } },
    { path: 'type', input: { name: 'a', type: 'customStep' } },
    { path: '', input: { name: 'a', type: 'click', selectors, button: 'right' } },
    { path: 'timeoutMs', input: { name: 'a', type: 'click', selectors, timeoutMs: 0 } },
    { path: 'timeoutMs', input: { name: 'a', type: 'click', selectors, timeoutMs: 60_001 } },
    { path: 'url', input: { name: 'a', type: 'navigate', url: 'file:///etc/passwd' } },
    { path: 'url', input: { name: 'a', type: 'navigate', url: 'javascript:alert(1)' } },
    { path: 'url', input: { name: 'a', type: 'navigate', url: 'example.com' } },
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
