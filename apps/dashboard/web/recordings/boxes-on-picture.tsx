import type { RefObject } from 'react'
import type { PageSize } from '../live-views/draw-picture.ts'
import type { Box } from '@waypost/live-view'

interface Props {
  boxes: Box[]
  label: string
  size: RefObject<PageSize>
}

/** Marks elements on the picture of their page, which knows nothing of it. */
export function BoxesOnPicture({ boxes, label, size }: Props) {
  const { width, height } = size.current
  return boxes.map((box, index) => (
    <span
      key={`${box.x} ${box.y} ${box.width} ${box.height}`}
      className="picture-box"
      aria-hidden
      style={{
        left: `${(box.x / width) * 100}%`,
        top: `${(box.y / height) * 100}%`,
        width: `${(box.width / width) * 100}%`,
        height: `${(box.height / height) * 100}%`,
      }}
    >
      {index === 0 && label !== '' && <span className="picture-label">{label}</span>}
    </span>
  ))
}
