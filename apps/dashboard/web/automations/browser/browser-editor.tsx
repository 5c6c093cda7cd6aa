import { CheckField, SelectField, TextField } from '../../controls/field.tsx'
import { BlockField } from './block-field.tsx'
import { type Browser, changeBrowser } from './change-browser.ts'
import { HeadersField } from './headers-field.tsx'
import { NumbersField } from './numbers-field.tsx'

interface Props {
  browser: Browser
  onChange: (browser: Browser) => void
}

const secretHint = 'Secrets of your account are written ${secrets.name}.'

/** Edits what the browser of an automation's runs is like. */
export function BrowserEditor({ browser, onChange }: Props) {
  const set = (path: [keyof Browser, string?], value: unknown) =>
    onChange(changeBrowser(browser, path, value))
  const text = (label: string, [name, part]: [keyof Browser, string?], more: object = {}) => {
    const held: unknown = browser[name]
    const value: unknown = part === undefined ? held : (held as Record<string, unknown> | undefined)?.[part]
    return (
      <TextField
        label={label}
        name={['browser', name, part].filter(Boolean).join('.')}
        value={typeof value === 'string' ? value : ''}
        autoComplete="off"
        onChange={(event) => set([name, part], event.target.value || undefined)}
        {...more}
      />
    )
  }
  return (
    <section className="card">
      <details>
        <summary>
          <h2 className="summary-title">Browser</h2>
        </summary>
        <div className="stack">
          <p className="quiet">What pages see of the browser. Leave empty what should be as usual.</p>
          <div className="step-fields">
            {text('Language', ['locale'], { placeholder: 'en-US' })}
            {text('Time zone', ['timezone'], { placeholder: 'Europe/Berlin' })}
            {text('Device', ['device'], { placeholder: 'iPhone 15', hint: 'A name in Playwright’s list.' })}
            <SelectField
              label="Colours"
              name="browser.colorScheme"
              value={browser.colorScheme ?? ''}
              onChange={(event) => set(['colorScheme'], event.target.value || undefined)}
            >
              <option value="">As usual</option>
              <option value="light">Light</option>
              <option value="dark">Dark</option>
              <option value="no-preference">No preference</option>
            </SelectField>
            <NumbersField
              name="browser.viewport"
              labels={{ width: 'Window width, in pixels', height: 'Window height, in pixels' }}
              value={browser.viewport}
              onChange={(value) => set(['viewport'], value)}
            />
            <NumbersField
              name="browser.geolocation"
              labels={{ latitude: 'Latitude', longitude: 'Longitude' }}
              value={browser.geolocation}
              onChange={(value) => set(['geolocation'], value)}
            />
            {text('User agent', ['userAgent'])}
            {text('Add to the user agent', ['userAgentSuffix'], {
              placeholder: 'Shop robot (+https://shop.example/bots)',
              hint: 'Tells sites who visits them.',
            })}
          </div>
          <div className="step-fields">
            {text('Proxy server', ['proxy', 'server'], {
              placeholder: 'http://proxy.example:3128',
              hint: `http:// or socks5://, or a secret with the whole URL. ${secretHint}`,
            })}
            {text('Proxy user', ['proxy', 'username'])}
            {text('Proxy password', ['proxy', 'password'], { placeholder: '${secrets.proxy}' })}
          </div>
          <div className="step-fields">
            {text('Site that asks for a password', ['basicAuth', 'origin'], {
              placeholder: 'https://shop.example',
              hint: 'With HTTP authentication: the browser’s own dialog.',
            })}
            {text('User at the site', ['basicAuth', 'username'])}
            {text('Password at the site', ['basicAuth', 'password'], { placeholder: '${secrets.shop}' })}
          </div>
          <HeadersField headers={browser.headers ?? []} onChange={(headers) => set(['headers'], headers)} />
          <BlockField block={browser.block ?? []} onChange={(block) => set(['block'], block)} />
          <CheckField
            label="Do not open pages that a site’s robots.txt disallows"
            checked={browser.robotsTxt === 'respect'}
            onChange={(event) => set(['robotsTxt'], event.target.checked ? 'respect' : undefined)}
          />
        </div>
      </details>
    </section>
  )
}
