import { escapeHtml, htmlPage } from '@waypost/http'

/** Asks for confirmation by a button: mail scanners follow links, and press no buttons. */
export const askingPage = (email: string) =>
  htmlPage(
    'Forward mail here?',
    `<p>Somebody wants to forward mail from their alias to <strong>${escapeHtml(email)}</strong>.</p>
<form method="post"><button>Yes, forward it to me</button></form>
<p>If you did not expect this, close the page. Nothing will be forwarded.</p>`,
  )

export const confirmedPage = (email: string) =>
  htmlPage('Confirmed', `<p>Mail can be forwarded to <strong>${escapeHtml(email)}</strong> now.</p>`)

export const voidPage = htmlPage(
  'This link no longer works',
  '<p>It was already used, a newer one was sent, or it expired after 24 hours. Ask the owner of the alias to send another one.</p>',
)
