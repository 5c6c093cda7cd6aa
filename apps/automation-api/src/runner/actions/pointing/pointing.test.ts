import { describe, expect, it } from 'vitest'
import { testActions } from '../../test-actions.ts'

const run = testActions({
  '/': `<style>html { scroll-behavior: smooth }</style><div id=menu onmouseover="this.innerText = 'open'">closed</div>
    <div id=box style="width: 100px; height: 100px; overflow: scroll"><div style="width: 900px; height: 900px"></div></div>
    <iframe srcdoc="<div style='height: 3000px'>"></iframe><div style="width: 4000px; height: 4000px"></div>`,
})

const pagePosition = () => run.page.evaluate<number[]>('[scrollX, scrollY]')

it('a hover shows what the page shows on hover', async () => {
  await run.open('/')
  await run.perform({ type: 'hover', selectors: ['#menu'] })
  expect(await run.text('#menu')).toBe('open')
})

describe('a scroll', () => {
  it('moves the page to a position, by default to its start', async () => {
    await run.open('/')
    await run.perform({ type: 'scroll', x: 30, y: 400 })
    expect(await pagePosition()).toEqual([30, 400])
    await run.perform({ type: 'scroll', y: 100 })
    expect(await pagePosition()).toEqual([0, 100])
  })

  it('moves an element to a position', async () => {
    await run.open('/')
    await run.perform({ type: 'scroll', selectors: ['#box'], x: 20, y: 50 })
    expect(
      await run.page.locator('#box').evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]),
    ).toEqual([20, 50])
    expect(await pagePosition()).toEqual([0, 0])
  })

  it('moves a frame to a position', async () => {
    await run.open('/')
    await run.perform({ type: 'scroll', frame: [0], y: 700 })
    expect(await run.page.frames()[1]?.evaluate('scrollY')).toBe(700)
    await expect(run.perform({ type: 'scroll', frame: [1] }, 200)).rejects.toThrow('the page has no frame 1')
  })
})
