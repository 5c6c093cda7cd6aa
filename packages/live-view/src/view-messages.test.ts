import { describe, expect, test } from 'vitest'
import { isInput, viewMessage, type ViewMessage } from './view-messages.ts'

const at = { x: 10, y: 20 }
const understood: ViewMessage[] = [
  { type: 'seen' },
  { type: 'look', closely: true },
  { type: 'press', ...at, button: 'left', clickCount: 1 },
  { type: 'scroll', ...at, deltaX: 0, deltaY: 120 },
  { type: 'files', files: [{ name: 'a.txt', contentType: 'text/plain', contentBase64: 'aGk=' }] },
  { type: 'try', selectors: ['aria/Go', ['#shop', 'button']], frame: [0] },
  { type: 'take', choice: 0, output: 'prices' },
]

describe('a message of a view', () => {
  test.each(understood)('is understood: $type', (message) => {
    expect(viewMessage.parse(message)).toEqual(message)
  })

  test.each([
    { type: 'everything' },
    { type: 'seen', more: true },
    { type: 'press', x: 1e9, y: 0, button: 'left', clickCount: 1 },
    { type: 'files', files: [{ name: 'a.txt', contentType: '', contentBase64: 'not base64' }] },
    { type: 'take', choice: 0, output: '__proto__' },
    { type: 'try', selectors: [] },
  ])('is refused where a field is missing, unknown or out of bounds: %j', (message) => {
    expect(viewMessage.safeParse(message).success).toBe(false)
  })

  test('is input only where the page gets it', () => {
    expect(understood.filter(isInput).map(({ type }) => type)).toEqual(['press', 'scroll'])
  })
})
