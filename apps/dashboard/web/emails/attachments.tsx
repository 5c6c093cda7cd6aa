import type { AliasApi } from '@waypost/sdk'
import { buttonClass } from '../controls/button.tsx'
import { describeSize } from '../controls/describe-size.ts'

interface Props {
  emailId: string
  attachments: AliasApi.EmailDetail['attachments']
}

/** The attachments of an email, without its inline images. */
export function Attachments({ emailId, attachments }: Props) {
  const files = attachments.filter(({ inline }) => !inline)
  if (files.length === 0) return null
  return (
    <section className="stack-tight">
      <h2>Attachments</h2>
      <ul className="attachments">
        {files.map(({ id, filename, size }) => (
          <li key={id}>
            <a
              className={buttonClass.usual}
              href={`/alias/api/v1/emails/${emailId}/attachments/${id}`}
              download={filename ?? ''}
            >
              <span className="breakable">{filename ?? 'file'}</span>
              <span className="quiet small">{describeSize(size)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
