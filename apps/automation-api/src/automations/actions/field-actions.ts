import { z } from 'zod'
import { contentType, fileName } from './file-fields.ts'
import { everyAction, inFrame, onElement } from './step-fields.ts'

export const change = z.strictObject({ ...onElement, type: z.literal('change'), value: z.string() })

// By value or by label; an empty list clears a list that allows it.
export const select = z.strictObject({
  ...onElement,
  type: z.literal('select'),
  values: z.array(z.string().max(2000)).max(100),
})

const FILE_LIMIT_KIB = 512

const file = z.strictObject({
  name: fileName,
  contentType,
  contentBase64: z.base64().max(4 * Math.ceil((FILE_LIMIT_KIB * 1024) / 3)),
})

const listedFile = file.omit({ contentBase64: true }).extend({ size: z.int().describe('In bytes') })

const withContents = file.refine(
  (given: { contentBase64?: string } | null) => given?.contentBase64 !== undefined,
  {
    message: 'has no contents, as in a list: read the automation itself to change it',
    params: { rule: 'hasContents' },
    // In addition to the schema's own errors.
    when: () => true,
  },
)

// A file of the step, one that a run of the account has kept, or one of the account.
const anyUpload = z.strictObject({
  ...onElement,
  type: z.literal('upload'),
  // The id of an artifact, or `${outputs.report}` for that of an earlier step.
  artifact: z
    .string()
    .max(2000)
    .refine((text) => text.includes('${') || z.uuid().safeParse(text).success, {
      message: 'must be the id of an artifact, or refer to one as ${outputs.report} does',
      params: { rule: 'isUuid' },
    })
    .optional(),
  // The name of a file of the account.
  accountFile: z.string().min(1).max(2000).optional(),
})

interface Sources {
  file?: object | undefined
  artifact?: string | undefined
  accountFile?: string | undefined
}
const hasOneFile = ({ file: own, artifact, accountFile }: Sources) =>
  [own, artifact, accountFile].filter((each) => each !== undefined).length === 1
const eitherFile = {
  message: 'is needed, or an artifact or a file of the account in its place',
  params: { rule: 'isDefined' },
  path: ['file'],
}

export const upload = anyUpload.extend({ file: withContents.optional() }).refine(hasOneFile, eitherFile)

/** An upload in a list. */
export const listedUpload = anyUpload.extend({ file: listedFile.optional() }).refine(hasOneFile, eitherFile)

/** A stored file, whose contents are in the storage. */
export interface StoredFile {
  name: string
  contentType: string
  /** In bytes. */
  size: number
  /** Of the contents, in hexadecimal. */
  sha256: string
  blobId: string
}

// A key's name as in the Recorder: `Enter`, `a`, `ShiftLeft`.
const key = z.string().min(1).max(50)

export const keyDown = z.strictObject({ ...everyAction, type: z.literal('keyDown'), key })
export const keyUp = z.strictObject({ ...everyAction, type: z.literal('keyUp'), key })

// A key, or several at once as `Control+A`; without selectors where the focus is.
export const press = z.strictObject({
  ...inFrame,
  selectors: onElement.selectors.optional(),
  type: z.literal('press'),
  key,
})
