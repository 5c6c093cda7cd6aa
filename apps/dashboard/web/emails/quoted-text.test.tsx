import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerEmailPage, show } from './test-email-page.ts'

answerEmailPage()

test('what an email quotes is folded, in its text and in its HTML', async () => {
  show({ bodyText: 'Yes.\n\nOn Monday Ada wrote:\n> Tea?' })
  const message = await screen.findByRole('region', { name: 'Message' })
  expect(message.textContent).not.toContain('Tea?')
  fireEvent.click(screen.getByRole('button', { name: 'Show quoted text' }))
  expect(message.textContent).toContain('> Tea?')
  expect(screen.queryByRole('button', { name: 'Show quoted text' })).toBeNull()
})

test('the quotes of an HTML email are folded by its frame, but not what it forwards', async () => {
  const bodyHtml = '<p>Yes.</p><blockquote type="cite">Tea?</blockquote>'
  show({ bodyText: 'Yes.\n> Tea?', bodyHtml })
  const frame = await screen.findByTitle('The message Sign in')
  expect(frame.getAttribute('src')).toBe('/mail-frames/mail?quotes=folded')
  fireEvent.click(screen.getByRole('button', { name: 'Show quoted text' }))
  expect(frame.getAttribute('src')).toBe('/mail-frames/mail')
})

test('what an email forwards is not folded', async () => {
  show({
    bodyText: '---------- Forwarded message ---------',
    bodyHtml: '<div class="gmail_quote">Tea?</div>',
  })
  const frame = await screen.findByTitle('The message Sign in')
  expect(frame.getAttribute('src')).toBe('/mail-frames/mail')
})
