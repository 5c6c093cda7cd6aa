import type { FileChooser, Page } from 'playwright-core'
import type { ViewMessage } from '@waypost/live-view'

type Files = Extract<ViewMessage, { type: 'files' }>['files']

/** Lets a person choose the files that pages ask for. */
export interface FileChoices {
  /** In these windows, and no others. */
  watch(pages: Page[]): void
  /** @returns the window that has asked; undefined where none has */
  answer(files: Files): Promise<Page | undefined>
}

export function chooseFiles(onAsked: (isMultiple: boolean) => void): FileChoices {
  const watched = new Set<Page>()
  let asked: FileChooser | undefined
  const ask = (chooser: FileChooser): void => {
    asked = chooser
    onAsked(chooser.isMultiple())
  }
  return {
    watch(pages) {
      for (const page of watched)
        if (!pages.includes(page)) {
          page.off('filechooser', ask)
          watched.delete(page)
        }
      for (const page of pages)
        if (!watched.has(page)) {
          page.on('filechooser', ask)
          watched.add(page)
        }
    },
    async answer(files) {
      const chooser = asked
      asked = undefined
      if (!chooser) return undefined
      await chooser.setFiles(
        files.map(({ name, contentType: mimeType, contentBase64 }) => ({
          name,
          mimeType,
          buffer: Buffer.from(contentBase64, 'base64'),
        })),
      )
      return chooser.page()
    },
  }
}
