import { useState } from 'react'
import { TextField } from '../../controls/field.tsx'

interface Props {
  name: string
  value: unknown
  onChange: (file: { name: string; contentType: string; contentBase64: string }) => void
}

const limitBytes = 512 * 1024

/** A field for the file that a step uploads. The content is stored in the step. */
export function FileField({ name, value, onChange }: Props) {
  const [isTooLarge, setIsTooLarge] = useState(false)
  const current = (value as { name: string } | undefined)?.name
  const read = (file: File | undefined) => {
    if (!file) return
    setIsTooLarge(file.size > limitBytes)
    if (file.size > limitBytes) return
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const contentBase64 = (reader.result as string).replace(/^[^,]*,/, '')
      onChange({ name: file.name, contentType: file.type || 'application/octet-stream', contentBase64 })
    })
    reader.readAsDataURL(file)
  }
  const hint = isTooLarge
    ? 'The file is larger than 512 KiB. Choose a smaller one.'
    : `At most 512 KiB.${current ? ` Current file: ${current}` : ''}`
  return (
    <TextField
      label="File"
      name={name}
      type="file"
      hint={hint}
      required={!current}
      onChange={(event) => read(event.target.files?.[0])}
    />
  )
}
