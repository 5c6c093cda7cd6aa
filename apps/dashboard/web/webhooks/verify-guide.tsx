import { Tabs } from '@base-ui/react/tabs'
import { CodeBlock } from '../controls/code-block.tsx'

const samples = [
  {
    name: 'TypeScript',
    text: `import { createHmac, timingSafeEqual } from 'node:crypto'

/** \`body\` is the request's body as it came, before any parsing; \`header\` is X-Service-Signature. */
export function isGenuine(body: Buffer, header: string | undefined, secret: string): boolean {
  const expected = Buffer.from('sha256=' + createHmac('sha256', secret).update(body).digest('hex'))
  const given = Buffer.from(header ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}`,
  },
  {
    name: 'Python',
    text: `import hashlib
import hmac


def is_genuine(body: bytes, header: str | None, secret: str) -> bool:
    """body is the request's body as it came, before any parsing; header is X-Service-Signature."""
    expected = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), (header or "").encode())`,
  },
  {
    name: 'curl',
    text: `# What a genuine request looks like: send one to your own server.
SECRET='whsec_…'
BODY='{"event":"webhook.test","timestamp":"2026-01-01T00:00:00.000Z","data":{}}'
SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$SECRET" | sed 's/^.* //')
curl https://example.com/hooks -H 'content-type: application/json' \\
  -H "X-Service-Signature: sha256=$SIGNATURE" --data-binary "$BODY"`,
  },
]

/** Shows how a receiver verifies the signature of an event. */
export function VerifyGuide() {
  return (
    <section className="card">
      <h2>Verify the signature</h2>
      <p className="quiet">
        X-Service-Signature is sha256= and the hex HMAC SHA-256 of the body, with the whole secret as the key.
        X-Service-Delivery is the same for every attempt: use it to ignore duplicates.
      </p>
      <Tabs.Root defaultValue="TypeScript">
        <Tabs.List className="tabs" aria-label="Languages">
          {samples.map(({ name }) => (
            <Tabs.Tab key={name} value={name} className="tab">
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {samples.map(({ name, text }) => (
          <Tabs.Panel key={name} value={name}>
            <CodeBlock text={text} what={`the ${name} sample`} />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </section>
  )
}
