import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answer, askedOf, ok, refusal, silent, type Reply } from '../testing/services.ts'
import { answerEmailPage, show } from './test-email-page.ts'

answerEmailPage()

const route = 'GET /alias/api/v1/emails/:id/remote-image'
const [seen, gone] = ['https://images.example/seen.png', 'https://images.example/gone.png']

/** Shows an email whose frame has told its remote images. */
async function showRemoteImages(urls: unknown) {
  show({ bodyHtml: '<p>hello</p>' })
  const frame = await screen.findByTitle<HTMLIFrameElement>('The message Sign in')
  const tell = (data: unknown, source: Window | null = frame.contentWindow) =>
    fireEvent(window, new MessageEvent('message', { data, source }))
  tell({ mailRemoteImages: urls })
  const post = vi.spyOn(frame.contentWindow!, 'postMessage')
  return { tell, handed: () => post.mock.calls.map(([data]) => data as { url: string; image: Blob }) }
}

test('remote images of an email are loaded by the server, once the reader wants them, and handed to its frame', async () => {
  answer({ [route]: ({ query }) => (query['url'] === seen ? ok('an image') : refusal(404, {})) })
  const { handed } = await showRemoteImages([gone, seen])
  expect(screen.getByText(/The server loads remote images for you/).textContent).toContain(
    'not where you are',
  )
  expect(askedOf(route)).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Load remote images' }))
  await waitFor(() => expect(handed().map(({ url }) => url)).toEqual([seen]))
  expect(await handed()[0]!.image.text()).toBe('"an image"')
  expect(askedOf(route).map(({ path, query }) => [path, query['url']])).toEqual([
    ['/alias/api/v1/emails/mail/remote-image', gone],
    ['/alias/api/v1/emails/mail/remote-image', seen],
  ])
  expect(screen.queryByRole('button', { name: 'Load remote images' })).toBeNull()
})

test('a frame that is shown anew gets its remote images again, which are not loaded again', async () => {
  answer({ [route]: ok('an image') })
  const { tell, handed } = await showRemoteImages([seen])
  fireEvent.click(screen.getByRole('button', { name: 'Load remote images' }))
  await waitFor(() => expect(handed()).toHaveLength(1))
  tell({ mailRemoteImages: [seen] })
  await waitFor(() => expect(handed()).toHaveLength(2))
  expect(askedOf(route)).toHaveLength(1)
})

test('four images are asked for at once, and each that has come makes room for another', async () => {
  const waiting: ((reply: Reply) => void)[] = []
  answer({ [route]: () => new Promise((resolve) => waiting.push(resolve)) })
  const { handed } = await showRemoteImages(Array.from({ length: 6 }, (_, index) => `${seen}?${index}`))
  fireEvent.click(screen.getByRole('button', { name: 'Load remote images' }))
  await waitFor(() => expect(waiting).toHaveLength(4))
  waiting[0]!(ok('an image'))
  await waitFor(() => expect(handed()).toHaveLength(1))
  await waitFor(() => expect(waiting).toHaveLength(5))
  for (const resolve of waiting) resolve(ok('an image'))
  await waitFor(() => expect(waiting).toHaveLength(6))
  waiting[5]!(ok('an image'))
  await waitFor(() => expect(handed()).toHaveLength(6))
})

test.each([429, 503])(
  'an image that is refused with %i is asked for again after the time that it says',
  async (status) => {
    const busy = { ...refusal(status, {}), headers: { 'retry-after': '2' } }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    answer({ [route]: () => (askedOf(route).length === 1 ? busy : ok('an image')) })
    const { handed } = await showRemoteImages([seen])
    fireEvent.click(screen.getByRole('button', { name: 'Load remote images' }))
    await waitFor(() => expect(askedOf(route)).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(2000)
    await waitFor(() => expect(handed().map(({ url }) => url)).toEqual([seen]))
    expect(askedOf(route)).toHaveLength(2)
  },
)

test('images that the service fails to load can be asked for again, and the others stay', async () => {
  answer({ [route]: ({ query }) => (query['url'] === seen ? ok('an image') : silent) })
  const { handed } = await showRemoteImages([gone, seen])
  fireEvent.click(screen.getByRole('button', { name: 'Load remote images' }))
  await screen.findByText('1 of the images could not be loaded for now.')
  answer({ [route]: ok('an image') })
  fireEvent.click(screen.getByRole('button', { name: 'Load the missing images' }))
  await waitFor(() => expect(handed().map(({ url }) => url)).toContain(gone))
  expect(askedOf(route).map(({ query }) => query['url'])).toEqual([gone, seen, gone])
  await waitFor(() => expect(screen.queryByRole('button', { name: /images/ })).toBeNull())
})

test('an email without remote images offers none, whatever other windows say', async () => {
  const { tell } = await showRemoteImages('none')
  tell({ mailRemoteImages: [seen] }, window)
  tell({ mailRemoteImages: [seen] }, null)
  expect(screen.queryByRole('button', { name: 'Load remote images' })).toBeNull()
})

test('an email with very many remote images has the first hundred loaded', async () => {
  answer({ [route]: refusal(404, {}) })
  await showRemoteImages(Array.from({ length: 150 }, (_, index) => `${seen}?${index}`))
  fireEvent.click(screen.getByRole('button', { name: 'Load remote images' }))
  await waitFor(() => expect(askedOf(route)).toHaveLength(100))
})
