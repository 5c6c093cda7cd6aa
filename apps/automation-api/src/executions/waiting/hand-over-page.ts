/** The page's content security policy: it loads nothing from elsewhere. */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Asks by a button: whatever looks at links in messages presses none. */
export const askingPage = (message: string) =>
  page(
    'A run waits for you',
    `<p>${escape(message)}</p>
<form method="post"><button>Done, continue the run</button></form>`,
  )

export const resumedPage = page('The run continues', '<p>You can close this page.</p>')

export const voidPage = page(
  'This run does not wait any more',
  '<p>It was continued, stopped, or has waited too long.</p>',
)

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${title} – Waypost</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 15vh auto 0; padding: 0 1rem }
button { font: inherit; padding: 0.5rem 1rem }
</style>
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
