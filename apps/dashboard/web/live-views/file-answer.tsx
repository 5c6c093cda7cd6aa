import { Button } from '../controls/button.tsx'
import type { ViewMessage } from '@waypost/live-view'

interface Props {
  isMultiple: boolean
  onAnswer: (message: ViewMessage) => void
}

/** Asks for the files that a page in a live view asks for. */
export function FileAnswer({ isMultiple, onAnswer }: Props) {
  const choose = async (list: FileList | null) => {
    const files = await Promise.all([...(list ?? [])].map(readFile))
    onAnswer({ type: 'files', files })
  }
  return (
    <div className="note row" role="status">
      <label>
        {isMultiple ? 'The page asks for files ' : 'The page asks for a file '}
        <input type="file" multiple={isMultiple} onChange={({ target }) => void choose(target.files)} />
      </label>
      <Button onClick={() => onAnswer({ type: 'files', files: [] })}>Choose none</Button>
    </div>
  )
}

async function readFile(file: File) {
  let binary = ''
  for (const byte of new Uint8Array(await file.arrayBuffer())) binary += String.fromCharCode(byte)
  return { name: file.name, contentType: file.type, contentBase64: btoa(binary) }
}
