import { act } from '@testing-library/react'
import { vi } from 'vitest'
import type { LiveMessage, ViewMessage } from '@waypost/live-view'

interface Socket extends EventTarget {
  url: string
  sent: ViewMessage[]
}

/** In place of the browser's WebSocket: the views that pages open, newest last. */
export function stubLiveViews() {
  const opened: Socket[] = []
  class TestSocket extends EventTarget {
    static readonly OPEN = 1
    readyState = TestSocket.OPEN
    binaryType = 'blob'
    url: string
    sent: ViewMessage[] = []
    constructor(url: string) {
      super()
      this.url = url
      opened.push(this)
      queueMicrotask(() => this.dispatchEvent(new Event('open')))
    }
    send(message: string) {
      this.sent.push(JSON.parse(message) as ViewMessage)
    }
    close() {
      this.readyState = 3
    }
  }
  vi.stubGlobal('WebSocket', TestSocket)
  const last = () => opened.at(-1)!
  /** Returns once the page has drawn it and its effects have run, such as those that listen for input. */
  const dispatch = (event: Event) => act(() => void last().dispatchEvent(event))
  return {
    opened,
    /** What the page has sent. */
    sent: () => last().sent,
    tell: (data: LiveMessage | ArrayBuffer) =>
      dispatch(
        new MessageEvent('message', { data: data instanceof ArrayBuffer ? data : JSON.stringify(data) }),
      ),
    close: (code: number) => dispatch(new CloseEvent('close', { code })),
  }
}
