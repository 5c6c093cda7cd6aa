import type { Page } from 'playwright-core'
import type { WebSocket } from 'ws'
import { createInput } from './apply-input.ts'
import { chooseFiles } from './choose-files.ts'
import type { LiveRun } from './live-runs.ts'
import { isInput, viewMessage, type LiveMessage, type ViewMessage } from '@waypost/live-view'
import { showWindow } from './show-window.ts'
import { writePicture } from './write-picture.ts'

/** The codes with which a view is closed. */
export const closeCodes = { ended: 4000, tooLong: 4001, notUnderstood: 1008 }

const longestMs = 10 * 60_000
const pingMs = 20_000
let windows = 0
const windowIds = new WeakMap<Page, number>()

function idOf(page: Page): number {
  const known = windowIds.get(page)
  if (known !== undefined) return known
  windows += 1
  windowIds.set(page, windows)
  return windows
}

/** Shows a run's browser to whoever has opened the connection, and takes their input while they have control. */
export function serveView(connection: WebSocket, run: LiveRun): void {
  const closed = new AbortController()
  const input = createInput()
  const me = {}
  let hasRecorder = false
  let chosen: Page | undefined

  const send = (message: LiveMessage): void => connection.send(JSON.stringify(message))
  const shown = showWindow((picture) => connection.send(writePicture(picture)))
  const files = chooseFiles((isMultiple) => send({ type: 'fileChooser', isMultiple }))
  const findShown = (): Page | undefined =>
    [chosen, run.page, run.context.pages().at(-1)].find((page) => page && !page.isClosed())
  const hasControl = () => run.controller === me

  const update = (): void => {
    if (closed.signal.aborted) return
    if (run.recorder && !hasRecorder) {
      hasRecorder = true
      run.recorder.onTell(send, closed.signal)
    }
    const page = findShown()
    const pages = run.context.pages()
    shown.show(page)
    files.watch(hasControl() ? pages : [])
    send({
      type: 'state',
      windows: pages.map((each) => ({ id: idOf(each), url: each.url() })),
      window: page ? idOf(page) : null,
      isHandedOver: run.isHandedOver,
      control: hasControl() ? 'yours' : run.controller ? 'other' : 'none',
    })
  }
  const answerFiles = async (answer: Extract<ViewMessage, { type: 'files' }>['files']): Promise<void> => {
    const page = await files.answer(answer)
    if (page) run.recorder?.filesChosen(page, answer)
  }
  const perform = (message: ViewMessage): void => {
    switch (message.type) {
      case 'seen':
        return shown.seen()
      case 'look':
        return shown.lookClosely(message.closely)
      case 'window':
        chosen = run.context.pages().find((page) => idOf(page) === message.id)
        return update()
      case 'takeControl':
        if (run.isHandedOver && !run.controller) run.change({ controller: me })
        return
      case 'releaseControl':
        if (hasControl()) run.change({ controller: undefined })
        return
      case 'files':
        if (hasControl()) void answerFiles(message.files).catch(() => {})
        return
      default: {
        const page = findShown()
        if (!hasControl()) return undefined
        if (!isInput(message)) return run.recorder?.perform(page, message)
        if (page && run.recorder) run.recorder.input(page, message)
        else if (page) input.perform(page, message)
      }
    }
  }

  const onPage = (page: Page): void => {
    // A window that the person has opened is the one that they want to see.
    if (hasControl()) chosen = page
    page.on('close', update)
    update()
  }
  const onNavigated = () => update()
  run.context.on('page', onPage)
  run.context.on('framenavigated', onNavigated)
  for (const page of run.context.pages()) page.on('close', update)
  run.onChange(() => {
    if (!hasControl()) input.end()
    update()
  }, closed.signal)

  connection.on('message', (data: Buffer) => {
    const message = read(data)
    if (message) perform(message)
    else connection.close(closeCodes.notUnderstood, 'The message was not understood')
  })
  let isThere = true
  connection.on('pong', () => (isThere = true))
  const pinging = setInterval(() => {
    if (!isThere) return connection.terminate()
    isThere = false
    return connection.ping()
  }, pingMs)
  const limit = setTimeout(() => connection.close(closeCodes.tooLong, 'Open another view'), longestMs)
  const end = () => connection.close(closeCodes.ended, 'The run has ended')
  run.ended.addEventListener('abort', end, { once: true, signal: closed.signal })

  connection.on('close', () => {
    closed.abort()
    clearInterval(pinging)
    clearTimeout(limit)
    run.context.off('page', onPage)
    run.context.off('framenavigated', onNavigated)
    for (const page of run.context.pages()) page.off('close', update)
    shown.stop()
    files.watch([])
    input.end()
    if (!hasControl()) return
    run.recorder?.release()
    run.change({ controller: undefined })
  })
  update()
}

function read(data: Buffer): ViewMessage | undefined {
  try {
    return viewMessage.parse(JSON.parse(data.toString()))
  } catch {
    return undefined
  }
}
