import { useEffect, type RefObject } from 'react'
import type { PageSize } from './draw-picture.ts'
import type { ViewMessage } from '@waypost/live-view'

const buttons = ['left', 'middle', 'right'] as const
/** More often than the browser could show. */
const moveEveryMs = 30
const isMac = () => navigator.platform.startsWith('Mac')

/**
 * Sends the pointer, the keys, the wheel and what is pasted on a picture of a page to that page. Shift+Escape leaves the
 * picture, for whoever has a keyboard only.
 */
export function useInput(
  canvas: RefObject<HTMLCanvasElement | null>,
  {
    isActive,
    size,
    send,
    onLeave,
  }: {
    isActive: boolean
    size: RefObject<PageSize>
    send: (message: ViewMessage) => void
    onLeave: () => void
  },
): void {
  useEffect(() => {
    const picture = canvas.current
    if (!picture || !isActive) return undefined
    const held = new Set<string>()
    let movedAt = 0
    const ending = new AbortController()
    const listen = <Type extends keyof HTMLElementEventMap>(
      type: Type,
      listener: (event: HTMLElementEventMap[Type]) => void,
    ) => picture.addEventListener(type, listener, { signal: ending.signal, passive: false })

    const at = ({ clientX, clientY }: MouseEvent) => {
      const { left, top, width, height } = picture.getBoundingClientRect()
      const scaleX = size.current.width / (width || 1)
      const scaleY = size.current.height / (height || 1)
      return { x: Math.round((clientX - left) * scaleX), y: Math.round((clientY - top) * scaleY) }
    }
    const press = (type: 'press' | 'release') => (event: MouseEvent) => {
      event.preventDefault()
      if (type === 'press') picture.focus({ preventScroll: true })
      const clickCount = Math.min(3, Math.max(1, event.detail))
      send({ type, ...at(event), button: buttons[event.button] ?? 'left', clickCount })
    }
    listen('mousedown', press('press'))
    listen('mouseup', press('release'))
    listen('contextmenu', (event) => event.preventDefault())
    listen('mousemove', (event) => {
      if (event.timeStamp - movedAt < moveEveryMs) return
      movedAt = event.timeStamp
      send({ type: 'move', ...at(event) })
    })
    listen('wheel', (event) => {
      event.preventDefault()
      send({ type: 'scroll', ...at(event), deltaX: event.deltaX, deltaY: event.deltaY })
    })
    listen('keydown', (event) => {
      if (event.key === 'Escape' && event.shiftKey) return onLeave()
      const key = keyOf(event)
      const isPaste = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v'
      // What is pasted comes as an event of its own.
      if (key === undefined || isPaste) return
      event.preventDefault()
      held.add(key)
      send({ type: 'keyDown', key })
    })
    const release = (key: string) => {
      if (held.delete(key)) send({ type: 'keyUp', key })
    }
    listen('keyup', (event) => {
      const key = keyOf(event)
      if (key !== undefined) release(key)
    })
    listen('blur', () => {
      for (const key of held) release(key)
    })
    listen('paste', (event) => {
      event.preventDefault()
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (text !== '') send({ type: 'text', text })
    })
    return () => ending.abort()
  }, [canvas, isActive, size, send, onLeave])
}

/** Undefined for keys that only begin a character. */
function keyOf({ key }: KeyboardEvent): string | undefined {
  if (['Dead', 'Process', 'Unidentified'].includes(key)) return undefined
  // The run's browser is on Linux.
  return key === 'Meta' && isMac() ? 'Control' : key
}
