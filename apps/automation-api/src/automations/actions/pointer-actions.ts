import { z } from 'zod'
import { frame, selectors } from '@waypost/live-view'
import { onElement } from './step-fields.ts'

// In CSS pixels from the element's top left corner; by default its centre.
const offset = z.number().min(-100_000).max(100_000).optional()

const press = {
  ...onElement,
  button: z.enum(['primary', 'auxiliary', 'secondary', 'back', 'forward']).optional(),
  deviceType: z.enum(['mouse', 'pen', 'touch']).optional(),
  offsetX: offset,
  offsetY: offset,
  // How many milliseconds the button is held.
  duration: z.number().min(0).max(60_000).optional(),
}

export const click = z.strictObject({ ...press, type: z.literal('click') })
export const doubleClick = z.strictObject({ ...press, type: z.literal('doubleClick') })
export const hover = z.strictObject({ ...onElement, type: z.literal('hover') })

const position = z.number().min(-10_000_000).max(10_000_000).optional()

// Scrolls the element, or without selectors the page, to a position from its start.
export const scroll = z.strictObject({
  ...onElement,
  selectors: onElement.selectors.optional(),
  type: z.literal('scroll'),
  x: position,
  y: position,
})

// Sets a checkbox, a radio button or a switch, whatever it was before.
export const check = z.strictObject({ ...onElement, type: z.literal('check') })
export const uncheck = z.strictObject({ ...onElement, type: z.literal('uncheck') })

// Drags the element onto another one.
export const drag = z.strictObject({
  ...onElement,
  type: z.literal('drag'),
  to: z.strictObject({ selectors, frame: frame.optional() }),
})
