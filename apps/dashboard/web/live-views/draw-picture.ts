/** The size of the page of a picture, in CSS pixels. */
export interface PageSize {
  width: number
  height: number
}

/** Draws a picture as the server sends it: the page's width and height, two bytes each, and a JPEG. */
export async function drawPicture(canvas: HTMLCanvasElement, message: ArrayBuffer): Promise<PageSize> {
  const head = new DataView(message, 0, 4)
  const image = await createImageBitmap(new Blob([new Uint8Array(message, 4)], { type: 'image/jpeg' }))
  if (canvas.width !== image.width) canvas.width = image.width
  if (canvas.height !== image.height) canvas.height = image.height
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  image.close()
  return { width: head.getUint16(0), height: head.getUint16(2) }
}
