import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'
import { writeBase64 } from './write-base64.ts'

const limitBytes = 10 * 1024 * 1024

/** Saves a file, also in place of one of the same name. */
export function FileForm() {
  const client = useQueryClient()
  const [saved, setSaved] = useState(0)
  const [chosen, setChosen] = useState<File>()
  const save = useMutation({
    mutationFn: async (name: string) => {
      const file = chosen!
      const contentType = /^[\w.+-]+\/[\w.+-]+$/.test(file.type) ? file.type : 'application/octet-stream'
      return automation.files.save(name || file.name, { contentType, contentBase64: await writeBase64(file) })
    },
    onSuccess: async () => {
      // A new key empties the fields.
      setSaved((count) => count + 1)
      setChosen(undefined)
      await client.invalidateQueries({ queryKey: ['files'] })
    },
  })
  const isTooLarge = chosen !== undefined && chosen.size > limitBytes
  return (
    <section className="card">
      <Form key={saved} error={save.error} onSubmit={(values) => save.mutate(textOf(values, 'name'))}>
        <TextField
          label="File"
          name="contentBase64"
          type="file"
          required={!chosen}
          hint={isTooLarge ? 'The file is larger than 10 MiB. Choose a smaller one.' : 'At most 10 MiB.'}
          onChange={({ target }) => setChosen(target.files?.[0])}
        />
        <TextField
          label="Name"
          name="name"
          maxLength={255}
          placeholder={chosen?.name}
          autoComplete="off"
          hint="Leave empty to keep its own. A file of the same name is replaced."
        />
        <div className="row">
          <Button type="submit" tone="primary" isBusy={save.isPending} disabled={isTooLarge}>
            Save file
          </Button>
        </div>
      </Form>
    </section>
  )
}
