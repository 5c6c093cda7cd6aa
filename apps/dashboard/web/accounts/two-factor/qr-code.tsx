import { encode } from 'uqr'

/** The white margin that scanners need: ISO/IEC 18004, 9.1. */
const quietZone = 4

/** A QR code, dark on white in both themes, because scanners need it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: quietZone })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={dark.join('')} />
    </svg>
  )
}
