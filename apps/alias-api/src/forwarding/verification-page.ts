/** The page's content security policy: it loads nothing from elsewhere. */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Asks for confirmation by a button: mail scanners follow links, and press no buttons. */
export const askingPage = (email: string) =>
  page(
    'Forward mail here?',
    `<p>Somebody wants to forward mail from their alias to <strong>${escape(email)}</strong>.</p>
<form method="post"><button>Yes, forward it to me</button></form>
<p>If you did not expect this, close the page. Nothing will be forwarded.</p>`,
  )

export const confirmedPage = (email: string) =>
  page('Confirmed', `<p>Mail can be forwarded to <strong>${escape(email)}</strong> now.</p>`)

export const voidPage = page(
  'This link no longer works',
  '<p>It was already used, a newer one was sent, or it expired after 24 hours. Ask the owner of the alias to send another one.</p>',
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
