import type { AliasApi } from '@waypost/sdk'
import { useCallback, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { MailFrame } from './mail-frame.tsx'
import { splitQuoted } from './split-quoted.ts'

/**
 * The body of an email. Remote images are loaded only on request, and by the server: the sender may learn that the email
 * was read, but not where.
 */
export function EmailBody({ email: { id, subject, bodyText, bodyHtml } }: { email: AliasApi.EmailDetail }) {
  const hasHtml = bodyHtml !== ''
  const [form, setForm] = useState<'html' | 'text'>(hasHtml ? 'html' : 'text')
  const [offersRemoteImages, setOffersRemoteImages] = useState(false)
  const [timesWanted, setTimesWanted] = useState(0)
  const [refused, setRefused] = useState(0)
  const offerRemoteImages = useCallback(() => setOffersRemoteImages(true), [])
  const [hasQuoted, setHasQuoted] = useState(false)
  const loadImages = () => {
    setRefused(0)
    setTimesWanted(timesWanted + 1)
  }
  const { text, quoted } = splitQuoted(bodyText)
  const isFolded = !hasQuoted && (form === 'html' ? hasQuotedHtml(bodyHtml, bodyText) : quoted !== '')
  return (
    <section className="stack-tight" aria-label="Message">
      {hasHtml && (
        <div className="row">
          {bodyText !== '' && (
            <Button tone="plain" onClick={() => setForm(form === 'html' ? 'text' : 'html')}>
              {form === 'html' ? 'Show plain text' : 'Show HTML'}
            </Button>
          )}
          {form === 'html' && offersRemoteImages && (
            <>
              {(timesWanted === 0 || refused > 0) && (
                <Button tone="plain" onClick={loadImages}>
                  {timesWanted === 0 ? 'Load remote images' : 'Load the missing images'}
                </Button>
              )}
              <span className="quiet small" role={refused > 0 ? 'status' : undefined}>
                {refused > 0
                  ? `${refused} of the images could not be loaded for now.`
                  : 'The server loads remote images for you. The sender may learn that the email was read, but not where you are.'}
              </span>
            </>
          )}
        </div>
      )}
      {form === 'html' ? (
        <MailFrame
          emailId={id}
          title={`The message ${subject}`}
          src={`/mail-frames/${id}${isFolded ? '?quotes=folded' : ''}`}
          timesWanted={timesWanted}
          onRemoteImages={offerRemoteImages}
          onLoaded={setRefused}
        />
      ) : (
        <div className="card mail-text">{(isFolded ? text : bodyText) || 'This email is empty.'}</div>
      )}
      {isFolded && (
        <div className="row">
          <Button tone="plain" onClick={() => setHasQuoted(true)}>
            Show quoted text
          </Button>
        </div>
      )}
    </section>
  )
}

/** Whether HTML has what its frame folds: the quotes of Gmail, Apple Mail, Thunderbird and Outlook. What was forwarded is no quote. */
const hasQuotedHtml = (html: string, text: string): boolean =>
  /<blockquote[^<>]{0,200}\btype=["']?cite|\bclass=["']?gmail_quote|\bid=["']?(?:divRplyFwdMsg|appendonsend)\b/i.test(
    html,
  ) && !/forwarded message/i.test(text)
