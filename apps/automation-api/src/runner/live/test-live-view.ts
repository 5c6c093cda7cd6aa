import { once } from 'node:events'
import { waitFor } from '@waypost/testing'
import { WebSocket } from 'ws'
import type { LiveMessage, ViewMessage } from '@waypost/live-view'

type State = Extract<LiveMessage, { type: 'state' }>

/** For tests: a view, as a page opens it. */
export interface TestView {
  pictures: Buffer[]
  /** All that it was told. */
  told: LiveMessage[]
  /** The last state. */
  state(): State
  /** Whether the page asks for files. */
  isAskedForFiles(): boolean
  send(message: ViewMessage): void
  /** Resolves with the state as soon as it is one that the test waits for. */
  until(is: (state: State) => boolean): Promise<State>
  /** The code with which it is closed. */
  closed: Promise<number>
  close(): void
}

/** @throws an Error where the view is refused */
export async function openTestView(url: string): Promise<TestView> {
  const socket = new WebSocket(url)
  const pictures: Buffer[] = []
  const told: LiveMessage[] = []
  const send = (message: ViewMessage) => socket.send(JSON.stringify(message))
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return void told.push(JSON.parse(data.toString()) as LiveMessage)
    pictures.push(data)
    return send({ type: 'seen' })
  })
  await once(socket, 'open')
  const closed = once(socket, 'close').then(([code]) => code as number)
  const state = () => told.findLast((message): message is State => message.type === 'state')!
  return {
    pictures,
    told,
    state,
    isAskedForFiles: () => told.some(({ type }) => type === 'fileChooser'),
    send,
    async until(is) {
      await waitFor('the state', () => told.length > 0 && state() && is(state()))
      return state()
    },
    closed,
    close: () => socket.close(),
  }
}
