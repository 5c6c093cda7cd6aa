import type { AliasApi } from '@waypost/sdk'
import { useState } from 'react'
import { Button, buttonClass } from '../controls/button.tsx'
import { describeSize } from '../controls/describe-size.ts'
import { Modal } from '../controls/modal.tsx'

type Attachment = AliasApi.EmailDetail['attachments'][number]

interface Props {
  emailId: string
  attachments: Attachment[]
}

/** The attachments of an email, without its inline images. */
export function Attachments({ emailId, attachments }: Props) {
  const files = attachments.filter(({ inline }) => !inline)
  if (files.length === 0) return null
  return (
    <section className="stack-tight">
      <h2>Attachments</h2>
      <ul className="attachments">
        {files.map((file) => (
          <li key={file.id} className="row">
            <a
              className={buttonClass.usual}
              href={`/alias/api/v1/emails/${emailId}/attachments/${file.id}`}
              download={file.filename ?? ''}
            >
              <span className="breakable">{nameOf(file)}</span>
              <span className="quiet small">{describeSize(file.size)}</span>
            </a>
            <Preview file={file} src={`/mail-frames/${emailId}/attachments/${file.id}`} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const nameOf = ({ filename }: Attachment) => filename ?? 'file'

/** Shows an image or a text in a dialog, and a PDF in another tab. The server shows no other files. */
function Preview({ file, src }: { file: Attachment; src: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const name = nameOf(file)
  const kind = kindOf(file)
  if (kind === undefined) return null
  if (kind === 'pdf')
    return (
      <a
        className={buttonClass.plain}
        href={src}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`View ${name}`}
      >
        View
      </a>
    )
  return (
    <>
      <Button tone="plain" aria-label={`View ${name}`} onClick={() => setIsOpen(true)}>
        View
      </Button>
      <Modal title={name} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {/* Before the frame, from which Escape would not close the dialog. */}
        <div className="row">
          <Button onClick={() => setIsOpen(false)}>Close</Button>
        </div>
        {kind === 'image' ? (
          <img className="attachment-image" src={src} alt={name} />
        ) : (
          <iframe
            className="attachment-text"
            title={name}
            sandbox=""
            referrerPolicy="no-referrer"
            src={src}
          />
        )}
      </Modal>
    </>
  )
}

const image = /^image\/(?:avif|bmp|gif|jpeg|png|webp)$/i
const text = /^(?:text\/(?:plain|csv|markdown|x-log|calendar|vcard)|application\/json)$/i

function kindOf({ contentType }: Attachment): 'image' | 'pdf' | 'text' | undefined {
  if (image.test(contentType)) return 'image'
  if (contentType.toLowerCase() === 'application/pdf') return 'pdf'
  return text.test(contentType) ? 'text' : undefined
}
