/** In pieces of the browser's own: a text of all bytes at once is too much for large files. */
export function writeBase64(content: Blob | Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read.')))
    reader.readAsDataURL(content instanceof Blob ? content : new Blob([new Uint8Array(content)]))
  })
}
