import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, askedOf, ok, refusal } from '../testing/services.ts'
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

test('a frame that is shown anew gets its remote images again', async () => {
  answer({ [route]: ok('an image') })
  const { tell, handed } = await showRemoteImages([seen])
  fireEvent.click(screen.getByRole('button', { name: 'Load remote images' }))
  await waitFor(() => expect(handed()).toHaveLength(1))
  tell({ mailRemoteImages: [seen] })
  await waitFor(() => expect(handed()).toHaveLength(2))
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
