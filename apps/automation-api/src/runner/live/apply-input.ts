import type { Page } from 'playwright-core'
import type { ViewInput } from '@waypost/live-view'

/** Performs a person's input in pages, in its order. */
export interface Input {
  perform(page: Page, input: ViewInput): void
  /** Resolves once everything before is performed. */
  settled(): Promise<void>
  /** Releases what is still held down. */
  end(): void
}

/** A page that does not respond is not sent more. */
const mostWaiting = 200
const namedKey = /^[A-Z][A-Za-z0-9]+$/

export function createInput(): Input {
  const held = new Map<string, Page>()
  const buttons = new Map<'left' | 'middle' | 'right', Page>()
  const queue: (() => Promise<unknown>)[] = []
  let isBusy = false
  // Of several movements only the last is performed.
  let moved: { page: Page; x: number; y: number } | undefined

  const work = async (): Promise<void> => {
    isBusy = true
    for (let next = queue.shift(); next; next = queue.shift()) await next().catch(() => {})
    isBusy = false
  }
  const enqueue = (task: () => Promise<unknown>): void => {
    if (queue.length >= mostWaiting) return
    queue.push(task)
    if (!isBusy) void work()
  }
  const move = (page: Page, x: number, y: number): void => {
    const isWaiting = moved !== undefined
    moved = { page, x, y }
    if (isWaiting) return
    enqueue(async () => {
      const last = moved!
      moved = undefined
      await last.page.mouse.move(last.x, last.y)
    })
  }

  return {
    perform(page, input) {
      switch (input.type) {
        case 'move':
          return move(page, input.x, input.y)
        case 'press':
        case 'release': {
          const { type, x, y, button, clickCount } = input
          if (type === 'press') buttons.set(button, page)
          else buttons.delete(button)
          return enqueue(async () => {
            await page.mouse.move(x, y)
            await page.mouse[type === 'press' ? 'down' : 'up']({ button, clickCount })
          })
        }
        case 'scroll':
          return enqueue(async () => {
            await page.mouse.move(input.x, input.y)
            await page.mouse.wheel(input.deltaX, input.deltaY)
          })
        case 'keyDown':
          return enqueue(() => {
            held.set(input.key, page)
            return page.keyboard.down(input.key).catch(() => {
              held.delete(input.key)
              // A key that no American keyboard has types its character.
              return namedKey.test(input.key) ? undefined : page.keyboard.insertText(input.key)
            })
          })
        case 'keyUp':
          return enqueue(async () => {
            if (held.delete(input.key)) await page.keyboard.up(input.key)
          })
        case 'text':
          return enqueue(() => page.keyboard.insertText(input.text))
      }
    },
    settled: () =>
      new Promise((resolve) => {
        queue.push(async () => resolve())
        if (!isBusy) void work()
      }),
    end() {
      for (const [key, page] of held) enqueue(() => page.keyboard.up(key))
      for (const [button, page] of buttons) enqueue(() => page.mouse.up({ button }))
      held.clear()
      buttons.clear()
    },
  }
}
