import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, askedOf, ok, refusal } from '../testing/services.ts'
import { answerEmailPage, show } from './test-email-page.ts'

answerEmailPage()

const route = 'GET /alias/api/v1/emails/:id/picture'
const [seen, gone] = ['https://pictures.example/seen.png', 'https://pictures.example/gone.png']

/** Shows an email whose frame has told its pictures. */
async function showPictures(urls: unknown) {
  show({ bodyHtml: '<p>hello</p>' })
  const frame = await screen.findByTitle<HTMLIFrameElement>('The message Sign in')
  const tell = (data: unknown, source: Window | null = frame.contentWindow) =>
    fireEvent(window, new MessageEvent('message', { data, source }))
  tell({ mailPictures: urls })
  const post = vi.spyOn(frame.contentWindow!, 'postMessage')
  return { tell, handed: () => post.mock.calls.map(([data]) => data as { url: string; picture: Blob }) }
}

test('pictures of an email are loaded by the server, once the reader wants them, and handed to its frame', async () => {
  answer({ [route]: ({ query }) => (query['url'] === seen ? ok('a picture') : refusal(404, {})) })
  const { handed } = await showPictures([gone, seen])
  expect(screen.getByText(/The server loads pictures for you/).textContent).toContain('not where you are')
  expect(askedOf(route)).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Load pictures' }))
  await waitFor(() => expect(handed().map(({ url }) => url)).toEqual([seen]))
  expect(await handed()[0]!.picture.text()).toBe('"a picture"')
  expect(askedOf(route).map(({ path, query }) => [path, query['url']])).toEqual([
    ['/alias/api/v1/emails/mail/picture', gone],
    ['/alias/api/v1/emails/mail/picture', seen],
  ])
  expect(screen.queryByRole('button', { name: 'Load pictures' })).toBeNull()
})

test('a frame that is shown anew gets its pictures again', async () => {
  answer({ [route]: ok('a picture') })
  const { tell, handed } = await showPictures([seen])
  fireEvent.click(screen.getByRole('button', { name: 'Load pictures' }))
  await waitFor(() => expect(handed()).toHaveLength(1))
  tell({ mailPictures: [seen] })
  await waitFor(() => expect(handed()).toHaveLength(2))
})

test('an email without pictures offers none, whatever other windows say', async () => {
  const { tell } = await showPictures('none')
  tell({ mailPictures: [seen] }, window)
  tell({ mailPictures: [seen] }, null)
  expect(screen.queryByRole('button', { name: 'Load pictures' })).toBeNull()
})

test('an email with very many pictures has the first hundred loaded', async () => {
  answer({ [route]: refusal(404, {}) })
  await showPictures(Array.from({ length: 150 }, (_, index) => `${seen}?${index}`))
  fireEvent.click(screen.getByRole('button', { name: 'Load pictures' }))
  await waitFor(() => expect(askedOf(route)).toHaveLength(100))
})
