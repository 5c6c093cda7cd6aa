import { escapeHtml, htmlPage } from '@waypost/http'

/** Asks by a button: whatever looks at links in messages presses none. */
export const askingPage = (message: string) =>
  htmlPage(
    'A run waits for you',
    `<p>${escapeHtml(message)}</p>
<form method="post"><button>Done, continue the run</button></form>`,
  )

export const resumedPage = htmlPage('The run continues', '<p>You can close this page.</p>')

export const voidPage = htmlPage(
  'This run does not wait any more',
  '<p>It was continued, stopped, or has waited too long.</p>',
)
