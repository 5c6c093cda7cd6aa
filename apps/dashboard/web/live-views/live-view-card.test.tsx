import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { automation, execution } from '../testing/samples.ts'
import { stubLiveViews } from '../testing/live-view.ts'
import { answer, ok } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'
import type { LiveState } from '@waypost/live-view'

let views: ReturnType<typeof stubLiveViews>
beforeEach(() => {
  views = stubLiveViews()
  vi.stubGlobal(
    'EventSource',
    class {
      addEventListener = vi.fn()
      close = vi.fn()
    },
  )
  answer({
    'GET /automation/api/v1/executions/:id': ok(execution({ status: 'running', completedAt: null })),
    'GET /automation/api/v1/executions/:id/deliveries': ok([]),
    'GET /automation/api/v1/automations/:id': ok(automation()),
  })
})

const state = (changed: Partial<LiveState> = {}): LiveState => ({
  type: 'state',
  windows: [{ id: 1, url: 'https://shop.example/' }],
  window: 1,
  isHandedOver: false,
  control: 'none',
  ...changed,
})
const picture = () => screen.findByLabelText('The page of the run')
const typesOf = () => views.sent().map(({ type }) => type)

/** Opens the page of a run that waits, and takes control. */
async function takeControl() {
  const page = showPage('/runs/run')
  await picture()
  views.tell(state({ isHandedOver: true }))
  await page.user.click(await screen.findByRole('button', { name: 'Take control' }))
  expect(typesOf()).toContain('takeControl')
  views.tell(state({ isHandedOver: true, control: 'yours' }))
  await screen.findByRole('button', { name: 'Release control' })
  return page
}

describe('the live view of a run', () => {
  test('is opened through the dashboard’s own server, and says whether somebody looks', async () => {
    showPage('/runs/run')
    await picture()
    expect(views.opened[0]!.url).toBe(`ws://${location.host}/live-views/run`)
    await waitFor(() => expect(views.sent()[0]).toMatchObject({ type: 'look' }))
    window.dispatchEvent(new Event('blur'))
    expect(typesOf()).toEqual(['look', 'look'])
  })

  test('asks for the next picture once it has drawn one', async () => {
    const image = { width: 4, height: 2, close: vi.fn() }
    vi.stubGlobal('createImageBitmap', vi.fn().mockResolvedValue(image))
    const drawImage = vi.fn()
    HTMLCanvasElement.prototype.getContext = vi.fn().mockReturnValue({ drawImage })
    showPage('/runs/run')
    await picture()
    views.tell(new Uint8Array([5, 0, 2, 208, 255, 216]).buffer)
    await waitFor(() => expect(typesOf()).toContain('seen'))
    expect(drawImage).toHaveBeenCalledWith(image, 0, 0)
  })

  test('takes no input, and offers no control, unless the run waits for a person', async () => {
    showPage('/runs/run')
    const canvas = await picture()
    views.tell(state())
    await screen.findByText('This is the browser of the run.')
    expect(screen.queryByRole('button', { name: 'Take control' })).toBeNull()
    fireEvent.mouseDown(canvas)
    fireEvent.keyDown(canvas, { key: 'a' })
    expect(typesOf()).toEqual(['look'])
  })

  test('sends pointer, keys and pasted text to the page while the person has control', async () => {
    await takeControl()
    const canvas = await picture()
    canvas.getBoundingClientRect = () => ({ left: 10, top: 10, width: 640, height: 360 }) as DOMRect
    fireEvent.mouseDown(canvas, { clientX: 20, clientY: 30, button: 0, detail: 1 })
    fireEvent.mouseUp(canvas, { clientX: 20, clientY: 30, button: 0, detail: 1 })
    fireEvent.wheel(canvas, { clientX: 10, clientY: 10, deltaX: 0, deltaY: 120 })
    fireEvent.keyDown(canvas, { key: 'Control' })
    fireEvent.keyDown(canvas, { key: 'v', ctrlKey: true })
    fireEvent.paste(canvas, { clipboardData: { getData: () => 'pasted' } })
    fireEvent.keyUp(canvas, { key: 'Control' })
    expect(views.sent().slice(-6)).toEqual([
      { type: 'press', x: 20, y: 40, button: 'left', clickCount: 1 },
      { type: 'release', x: 20, y: 40, button: 'left', clickCount: 1 },
      { type: 'scroll', x: 0, y: 0, deltaX: 0, deltaY: 120 },
      { type: 'keyDown', key: 'Control' },
      { type: 'text', text: 'pasted' },
      { type: 'keyUp', key: 'Control' },
    ])
  })

  test('can be left by keyboard, and releases held keys then', async () => {
    await takeControl()
    const canvas = await picture()
    canvas.focus()
    fireEvent.keyDown(canvas, { key: 'Shift' })
    fireEvent.keyDown(canvas, { key: 'Escape', shiftKey: true })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Release control' }))
    expect(views.sent().at(-1)).toEqual({ type: 'keyUp', key: 'Shift' })
  })

  test('answers a page that asks for files', async () => {
    const { user } = await takeControl()
    views.tell({ type: 'fileChooser', isMultiple: false })
    await user.upload(await screen.findByLabelText('The page asks for a file'), new File(['hi'], 'a.txt'))
    await waitFor(() =>
      expect(views.sent().at(-1)).toMatchObject({
        type: 'files',
        files: [{ name: 'a.txt', contentBase64: 'aGk=' }],
      }),
    )
    expect(screen.queryByLabelText('The page asks for a file')).toBeNull()
  })

  test('switches between windows', async () => {
    const { user } = showPage('/runs/run')
    await picture()
    const windows = [
      { id: 1, url: 'https://shop.example/' },
      { id: 2, url: 'https://pay.example/' },
    ]
    views.tell(state({ windows }))
    await user.click(await screen.findByRole('button', { name: 'https://pay.example/' }))
    expect(views.sent().at(-1)).toEqual({ type: 'window', id: 2 })
  })

  test('is opened again when the connection breaks, and not once the run has ended', async () => {
    showPage('/runs/run')
    await picture()
    views.close(1006)
    await waitFor(() => expect(views.opened).toHaveLength(2))
    vi.useFakeTimers()
    views.close(4000)
    vi.runAllTimers()
    vi.useRealTimers()
    expect(views.opened).toHaveLength(2)
  })
})
