import { newId } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { describe, expect, test } from 'vitest'
import { ada } from '../test-runner.ts'
import { click, openLiveBed, press } from './test-live-bed.ts'
import { openTestView } from './test-live-view.ts'

const { bed, start, startWaiting, ask, open, addressOf, live } = openLiveBed()

describe('a live view', () => {
  test('shows the page of a run, and each change of it', async () => {
    const { executionId, giveBack } = await startWaiting()
    const view = await open(executionId)
    await waitFor('a picture', () => view.pictures.length > 0)
    const [first] = view.pictures
    expect([first!.readUInt16BE(0), first!.readUInt16BE(2)]).toEqual([1280, 720])
    expect(first!.subarray(4, 7)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(view.state()).toMatchObject({
      windows: [{ url: `${bed.site.url}/` }],
      isHandedOver: true,
      control: 'none',
    })
    const shown = view.pictures.length
    await live().runs.find(executionId)!.page.evaluate('document.body.style.background = "red"')
    await waitFor('the change', () => view.pictures.length > shown)
    await giveBack()
    expect(await view.closed).toBe(4000)
  })

  test('is opened once by its token, which is passed on by the API and known to the run’s owner only', async () => {
    const { executionId, giveBack } = await startWaiting()
    const { url } = (await ask(executionId)).json<{ url: string }>()
    const view = await openTestView(addressOf(url))
    await expect(openTestView(addressOf(url))).rejects.toThrow('502')
    await expect(openTestView(addressOf('/live-view?token=none'))).rejects.toThrow('401')
    await expect(openTestView(`ws://${live().runs.address}/live-view?token=none`)).rejects.toThrow('401')
    const stranger = await bed.service.key(newId(), 'automation:execute')
    expect((await ask(executionId, stranger)).statusCode).toBe(404)
    expect((await ask(newId())).statusCode).toBe(404)
    expect((await ask(executionId, await bed.service.key(ada.ownerId, 'automation:read'))).statusCode).toBe(
      403,
    )
    expect((await ask(executionId, {})).statusCode).toBe(401)
    view.close()
    await giveBack()
    expect((await ask(executionId)).json()).toMatchObject({ statusCode: 409 })
  })

  test('is accepted before the browser of its run is open, and shows each change of the page as ever', async () => {
    const gate = Promise.withResolvers<void>()
    const openRun = () => gate.promise.then(() => bed.browsers.openRun())
    const { executionId, rowOf, giveBack } = await start({}, { browsers: { openRun } })
    await waitFor('its start', async () => (await rowOf()).status === 'running')
    const view = await open(executionId)
    gate.resolve()
    await waitFor('the hand-over', () => view.told.length > 0 && view.state().isHandedOver)
    view.send({ type: 'takeControl' })
    await view.until(({ control }) => control === 'yours')
    await waitFor('a picture', () => view.pictures.length > 0)
    const shown = view.pictures.length
    click(view, 100, 20)
    press(view, 'a')
    await waitFor('the change', () => view.pictures.length > shown)
    await giveBack()
    expect(await view.closed).toBe(4000)
  })

  test('that is asked for in the moment in which its run ends is closed as the others are', async () => {
    const { executionId, giveBack } = await startWaiting()
    const { url } = (await ask(executionId)).json<{ url: string }>()
    await giveBack()
    await waitFor('the end of its browser', () => live().runs.find(executionId) === undefined)
    const view = await openTestView(addressOf(url))
    expect(await view.closed).toBe(4000)
  })

  test('that is sent what it does not understand is closed', async () => {
    const { executionId, giveBack } = await startWaiting()
    const view = await open(executionId)
    view.send({ type: 'everything' } as never)
    expect(await view.closed).toBe(1008)
    await giveBack()
  })
})
