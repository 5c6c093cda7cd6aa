import DOMPurify from 'dompurify'
import { Bold, Italic, Link, List, ListOrdered, TextQuote, type LucideIcon } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import Squire from 'squire-rte'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { Modal } from '../controls/modal.tsx'

interface Props {
  label: string
  /** What is in it at first. */
  html: string
  onChange: (html: string) => void
}

const cleaning = {
  ALLOWED_TAGS: ['a', 'b', 'blockquote', 'br', 'div', 'i', 'li', 'ol', 'p', 'u', 'ul'],
  ALLOWED_ATTR: ['href', 'type'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  RETURN_DOM_FRAGMENT: true as const,
}

interface Tool {
  label: string
  icon: LucideIcon
  tag: string
  set: (editor: Squire) => unknown
  unset: (editor: Squire) => unknown
}

const tools: Tool[] = [
  { label: 'Bold', icon: Bold, tag: 'B', set: (to) => to.bold(), unset: (to) => to.removeBold() },
  { label: 'Italic', icon: Italic, tag: 'I', set: (to) => to.italic(), unset: (to) => to.removeItalic() },
  {
    label: 'Bulleted list',
    icon: List,
    tag: 'UL',
    set: (to) => to.makeUnorderedList(),
    unset: (to) => to.removeList(),
  },
  {
    label: 'Numbered list',
    icon: ListOrdered,
    tag: 'OL',
    set: (to) => to.makeOrderedList(),
    unset: (to) => to.removeList(),
  },
  {
    label: 'Quote',
    icon: TextQuote,
    tag: 'BLOCKQUOTE',
    set: (to) => to.increaseQuoteLevel(),
    unset: (to) => to.decreaseQuoteLevel(),
  },
]

/** A field for text with formatting. What is pasted into it keeps these formats and nothing else. */
export function RichTextEditor({ label, html, onChange }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const editor = useRef<Squire>(null)
  const labelId = useId()
  const [formats, setFormats] = useState<ReadonlySet<string>>(new Set())
  const [isLinking, setIsLinking] = useState(false)
  const [initial] = useState(html)
  const changed = useRef(onChange)
  useEffect(() => {
    changed.current = onChange
  })
  useEffect(() => {
    const squire = new Squire(root.current!, {
      sanitizeToDOMFragment: (text) => document.importNode(DOMPurify.sanitize(text, cleaning), true),
    })
    squire.setHTML(initial)
    squire.moveCursorToStart()
    const show = () =>
      setFormats(new Set([...tools.map(({ tag }) => tag), 'A'].filter((tag) => squire.hasFormat(tag))))
    squire.addEventListener('pathChange', show)
    squire.addEventListener('select', show)
    squire.addEventListener('cursor', show)
    let last = squire.getHTML()
    squire.addEventListener('input', () => {
      const now = squire.getHTML()
      if (now !== last) changed.current(now)
      last = now
    })
    editor.current = squire
    return () => squire.destroy()
  }, [initial])
  const act = (change: (on: Squire) => unknown) => {
    change(editor.current!)
    editor.current!.focus()
  }
  return (
    <div className="field">
      <span className="field-label" id={labelId}>
        {label}
      </span>
      <div className="editor">
        <div className="row editor-tools" role="toolbar" aria-label="Formatting">
          {tools.map(({ label: name, icon, tag, set, unset }) => (
            <IconButton
              key={tag}
              icon={icon}
              label={name}
              aria-pressed={formats.has(tag)}
              onClick={() => act(formats.has(tag) ? unset : set)}
            />
          ))}
          <IconButton
            icon={Link}
            label="Link"
            aria-pressed={formats.has('A')}
            onClick={() => (formats.has('A') ? act((on) => on.removeLink()) : setIsLinking(true))}
          />
        </div>
        <div
          ref={root}
          className="editor-text"
          role="textbox"
          aria-multiline="true"
          aria-labelledby={labelId}
          tabIndex={0}
        />
      </div>
      <Modal title="Link" isOpen={isLinking} onClose={() => setIsLinking(false)}>
        <Form
          onSubmit={(values) => {
            setIsLinking(false)
            act((on) => on.makeLink(textOf(values, 'url'), { rel: 'noopener' }))
          }}
        >
          <TextField label="URL" name="url" type="url" pattern="(https?|mailto):.*" required autoFocus />
          <Button type="submit" tone="primary">
            Add link
          </Button>
        </Form>
      </Modal>
    </div>
  )
}
