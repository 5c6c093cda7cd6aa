import { expect, test } from 'vitest'
import { openTestPage } from '../browser/test-page.ts'
import { takeElementPicture } from './take-element-picture.ts'

const page = openTestPage()

const take = async (html: string) => {
  await page().setContent(html)
  return takeElementPicture(page(), page().locator('#it'), [])
}
const isJpeg = (image: Buffer | undefined) => image?.subarray(0, 2).toString('hex') === 'ffd8'

test('an element that never rests has a picture, below the fold too', async () => {
  const image = await take(`<style>@keyframes turn { to { transform: rotate(1turn) } }
    #it { animation: turn 1s linear infinite }</style><p style="height: 3000px"></p><button id="it">Go</button>`)
  expect(isJpeg(image)).toBe(true)
})

test('a picture with as many details as a photograph is no larger than others', async () => {
  const image = await take(`<canvas id="it" width="700" height="300"></canvas><script>
    const context = it.getContext('2d')
    let seed = 1
    for (let x = 0; x < 700; x += 3) for (let y = 0; y < 300; y += 3) {
      seed = (seed * 16807) % 2147483647
      context.fillStyle = 'hsl(' + (seed % 60) + ' 50% ' + (40 + (seed % 23)) + '%)'
      context.fillRect(x, y, 3, 3)
    }</script>`)
  expect(isJpeg(image)).toBe(true)
  expect(image!.length).toBeLessThanOrEqual(64 * 1024)
})

test('an element that nobody sees has none', async () => {
  expect(await take('<button id="it" style="display: none">Go</button>')).toBeUndefined()
})

test('a page whose own way to scroll never ends does not hold up the picture', async () => {
  const image = await take(
    '<button id="it">Buy</button><script>Element.prototype.scrollIntoView = () => new Promise(() => {})</script>',
  )
  expect(isJpeg(image)).toBe(true)
})
