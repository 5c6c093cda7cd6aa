import { eq } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { describe, expect, test } from 'vitest'
import { artifacts } from '../../db/artifact-tables.ts'
import { stepScreenshots } from '../../db/tables.ts'
import { click, openLiveBed, press } from './test-live-bed.ts'

const { bed, startWaiting, open, said } = openLiveBed()

describe('a person who has control', () => {
  test('points, types, pastes, scrolls and chooses files, and the run goes on with the page as they leave it', async () => {
    const { executionId, giveBack } = await startWaiting()
    const view = await open(executionId)
    view.send({ type: 'takeControl' })
    await view.until(({ control }) => control === 'yours')
    click(view, 100, 20)
    for (const key of ['A', 'd', 'é', 'x', 'Backspace']) press(view, key)
    view.send({ type: 'text', text: ' Łovelace' })
    await waitFor('the text', async () => (await said(executionId))?.startsWith('Adé Łovelace'))
    click(view, 40, 60)
    await waitFor('the question', () => view.isAskedForFiles())
    const contentBase64 = Buffer.from('hello').toString('base64')
    view.send({ type: 'files', files: [{ name: 'a.txt', contentType: 'text/plain', contentBase64 }] })
    await waitFor('the file', async () => (await said(executionId))?.includes('a.txt'))
    view.send({ type: 'move', x: 100, y: 300 })
    view.send({ type: 'scroll', x: 100, y: 300, deltaX: 0, deltaY: 200 })
    await waitFor('the scrolling', async () => (await said(executionId))?.endsWith('true'))
    expect(await giveBack()).toMatchObject({
      status: 'completed',
      extractedData: { said: 'Adé Łovelace a.txt true' },
    })
  })

  test('sees the windows that they open, and switches between them', async () => {
    const { executionId, giveBack } = await startWaiting()
    const view = await open(executionId)
    view.send({ type: 'takeControl' })
    const [main] = (await view.until(({ control }) => control === 'yours')).windows
    click(view, 100, 100)
    const { window } = await view.until((state) => state.windows.some(({ url }) => url.endsWith('/other')))
    expect(window).not.toBe(main!.id)
    view.send({ type: 'window', id: main!.id })
    await view.until((state) => state.window === main!.id)
    await giveBack()
  })

  test('is one at a time, and only while the run waits', async () => {
    const { executionId, giveBack } = await startWaiting()
    const [view, other] = await Promise.all([open(executionId), open(executionId)])
    view.send({ type: 'takeControl' })
    await other.until(({ control }) => control === 'other')
    other.send({ type: 'takeControl' })
    click(other, 100, 20)
    press(other, 'x')
    view.send({ type: 'releaseControl' })
    await other.until(({ control }) => control === 'none')
    expect(await said(executionId)).toBe('nothing')
    other.send({ type: 'takeControl' })
    await view.until(({ control }) => control === 'other')
    other.close()
    await view.until(({ control }) => control === 'none')
    await giveBack()
  })

  test('leaves nothing of what they do in screenshots and traces', async () => {
    const { executionId, giveBack } = await startWaiting({ screenshots: 'all', trace: 'all' })
    const { db } = bed.service.services
    const view = await open(executionId)
    view.send({ type: 'takeControl' })
    await view.until(({ control }) => control === 'yours')
    click(view, 100, 20)
    for (const key of 'hunter2') press(view, key)
    await waitFor('the text', async () => (await said(executionId))?.startsWith('hunter2'))
    await giveBack()
    const pictures = await db
      .select()
      .from(stepScreenshots)
      .where(eq(stepScreenshots.executionId, executionId))
    expect(pictures.map(({ stepIndex }) => stepIndex).toSorted()).toEqual([0, 2])
    const traces = await db.select().from(artifacts).where(eq(artifacts.executionId, executionId))
    expect(traces.map(({ kind }) => kind)).toEqual(['trace', 'trace'])
  })
})
