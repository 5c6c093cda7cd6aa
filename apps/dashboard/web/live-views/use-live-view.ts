import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { drawPicture, type PageSize } from './draw-picture.ts'
import type { LiveMessage, LiveState, RecorderTold, ViewMessage } from '@waypost/live-view'

/** The run has ended. */
const endedCode = 4000
const usualAttempts = 5
const pauseMs = 1000

export interface OpenLiveView {
  /** Undefined until the view is open. */
  state: LiveState | undefined
  /** Whether it could not be opened again and again. */
  hasFailed: boolean
  /** Whether the page asks for files, and for how many. */
  fileChooser: { isMultiple: boolean } | undefined
  size: RefObject<PageSize>
  send(message: ViewMessage): void
  tryAgain(): void
}

interface Listeners {
  /** Called with what the view of a recording is told besides. */
  onTold?: (message: RecorderTold) => void
  /** Called once what is shown has ended. */
  onEnded?: () => void
  /** How often it is tried to open it, a second apart. */
  attempts?: number
}

/**
 * Draws the browser of a run or a recording on a canvas as long as the component is shown, and closely only while somebody
 * looks.
 *
 * @param watched the id of the execution, or `recordings/<id>`
 */
export function useLiveView(
  watched: string,
  canvas: RefObject<HTMLCanvasElement | null>,
  listeners: Listeners = {},
): OpenLiveView {
  const listening = useRef(listeners)
  useEffect(() => {
    listening.current = listeners
  })
  const [state, setState] = useState<LiveState>()
  const [fileChooser, setFileChooser] = useState<{ isMultiple: boolean }>()
  const [failures, setFailures] = useState(0)
  const [opening, setOpening] = useState(0)
  const socket = useRef<WebSocket>(undefined)
  const size = useRef<PageSize>({ width: 1280, height: 720 })
  const hasFailed = failures >= (listeners.attempts ?? usualAttempts)

  const send = useCallback((message: ViewMessage) => {
    if (message.type === 'files') setFileChooser(undefined)
    if (socket.current?.readyState === WebSocket.OPEN) socket.current.send(JSON.stringify(message))
  }, [])

  useEffect(() => {
    if (hasFailed) return undefined
    const { protocol, host } = location
    const scheme = protocol === 'https:' ? 'wss' : 'ws'
    const opened = new WebSocket(`${scheme}://${host}/live-views/${watched}`)
    let retry: ReturnType<typeof setTimeout> | undefined
    socket.current = opened
    opened.binaryType = 'arraybuffer'
    const look = () => send({ type: 'look', closely: isLookedAt() })
    opened.addEventListener('open', look)
    opened.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
      setFailures(0)
      if (typeof data === 'string') {
        const message = JSON.parse(data) as LiveMessage
        if (message.type === 'state') setState(message)
        else if (message.type === 'fileChooser') setFileChooser({ isMultiple: message.isMultiple })
        else listening.current.onTold?.(message)
      } else if (canvas.current)
        drawPicture(canvas.current, data)
          .then((page) => (size.current = page))
          // A picture that cannot be drawn is followed by another one.
          .catch(() => {})
          .finally(() => send({ type: 'seen' }))
    })
    opened.addEventListener('close', ({ code }) => {
      setState(undefined)
      setFileChooser(undefined)
      if (code === endedCode) return listening.current.onEnded?.()
      retry = setTimeout(() => {
        setFailures((count) => count + 1)
        setOpening((count) => count + 1)
      }, pauseMs)
    })
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    window.addEventListener('blur', look)
    return () => {
      clearTimeout(retry)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
      window.removeEventListener('blur', look)
      socket.current = undefined
      opened.close()
    }
  }, [watched, canvas, send, opening, hasFailed])

  return { state, hasFailed, fileChooser, size, send, tryAgain: () => setFailures(0) }
}

const isLookedAt = () => document.visibilityState === 'visible' && document.hasFocus()
